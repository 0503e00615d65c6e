// Creates Postgres clusters. `initdb` costs more CPU than the start of a service, so it runs once: each cluster is a copy of
// its result with a password of its own.
import { createHash, randomUUID } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { checkout } from '../state/checkout.ts'
import type { User } from './postgres-user.ts'
import { SHARED_DIRECTORY } from './postgres-directory.ts'
import { runProgram } from '../process/run-program.ts'

export interface ClusterSettings {
  /** The folder that contains `bin/initdb`. */
  binaries: string
  /** The version of these programs. */
  version: string
  /** Must not exist yet; its parent folder belongs to `user`. */
  dataDirectory: string
  user: User | undefined
  superuser: string
  password: string
  logFile: string
  signal?: AbortSignal
}

type Run = (program: string, programArguments: string[], input?: string) => Promise<void>

const LOCALE = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']

/** Creates a Postgres cluster. It is renamed into place when complete, so an interrupted attempt leaves no half cluster. */
export async function initialiseCluster(settings: ClusterSettings): Promise<void> {
  const { binaries, dataDirectory, user, superuser, password, logFile, signal } = settings
  const run: Run = (program, programArguments, input) =>
    runProgram({
      name: basename(program),
      command: [program, ...programArguments],
      workingDirectory: dirname(dataDirectory),
      environment: clusterEnvironment(),
      user,
      logFile,
      signal,
      input,
    })
  const template = await prepareTemplate(settings, run)
  const draft = `${dataDirectory}.new`
  rmSync(draft, { recursive: true, force: true })
  await run('cp', ['-a', template, draft])
  const quoted = password.replaceAll("'", "''")
  const statement = `alter role ${superuser} password '${quoted}'\n`
  await run(`${binaries}/bin/postgres`, ['--single', '-D', draft, 'postgres'], statement)
  await run(`${binaries}/bin/initdb`, ['--sync-only', '-D', draft])
  renameSync(draft, dataDirectory)
}

/**
 * Returns a cluster whose superuser has a password that nobody knows, creating it at first use. It is in the checkout or, when
 * the server has a user of its own, where that user can reach it. Several starts may create it at the same time; the first one
 * wins.
 */
async function prepareTemplate(
  { binaries, version, superuser, user, dataDirectory }: ClusterSettings,
  run: Run,
): Promise<string> {
  const options = ['--no-instructions', ...LOCALE, `--username=${superuser}`, '--auth=scram-sha-256']
  const hash = createHash('sha256').update(options.join()).digest('hex').slice(0, 8)
  const parent = user ? SHARED_DIRECTORY : `${checkout}/.local`
  const template = `${parent}/cluster-${version}-${hash}`
  if (existsSync(template)) return template

  const draft = `${template}.${randomUUID()}`
  const passwordFile = `${dirname(dataDirectory)}/password`
  writeFileSync(passwordFile, randomUUID(), { mode: 0o600 })
  mkdirSync(draft, { recursive: true, mode: 0o700 })
  if (user) {
    chmodSync(parent, 0o755)
    for (const path of [draft, passwordFile]) chownSync(path, user.uid, user.gid)
  }
  try {
    await run(`${binaries}/bin/initdb`, ['-D', draft, ...options, `--pwfile=${passwordFile}`])
    renameSync(draft, template)
  } catch (error) {
    if (!existsSync(template)) throw error
  } finally {
    for (const path of [draft, passwordFile]) rmSync(path, { recursive: true, force: true })
  }
  return template
}

/** Returns the environment of the database server's programs. */
export function clusterEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C' }
}
