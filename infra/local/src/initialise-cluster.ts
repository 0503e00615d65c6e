import { chownSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { User } from './postgres-user.ts'
import { runProgram } from './run-program.ts'

export interface ClusterSettings {
  /** The folder with `bin/initdb`. */
  binaries: string
  /** Does not exist yet; the folder above it belongs to `user`. */
  dataDirectory: string
  user: User | undefined
  superuser: string
  password: string
  logFile: string
  signal?: AbortSignal
}

/** Makes the files of a Postgres. They get their name only when they are whole, so an interrupted try is no harm. */
export async function initialiseCluster(settings: ClusterSettings): Promise<void> {
  const { binaries, dataDirectory, user, superuser, password, logFile, signal } = settings
  const directory = dirname(dataDirectory)
  const draft = `${dataDirectory}.new`
  const passwordFile = `${directory}/password`
  rmSync(draft, { recursive: true, force: true })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (user) chownSync(passwordFile, user.uid, user.gid)
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = [`--username=${superuser}`, '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  try {
    await runProgram({
      name: 'initdb',
      command: [`${binaries}/bin/initdb`, '-D', draft, '--no-instructions', ...locale, ...access],
      workingDirectory: directory,
      environment: clusterEnvironment(),
      user,
      logFile,
      signal,
    })
    renameSync(draft, dataDirectory)
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

/** What the database server's programs get of our environment. */
export function clusterEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, TZ: process.env.TZ, LC_ALL: 'C' }
}
