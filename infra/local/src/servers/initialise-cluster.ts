import { chownSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { User } from './postgres-user.ts'
import { runProgram } from '../process/run-program.ts'

export interface ClusterSettings {
  /** The folder that contains `bin/initdb`. */
  binaries: string
  /** Must not exist yet; its parent folder belongs to `user`. */
  dataDirectory: string
  user: User | undefined
  superuser: string
  password: string
  logFile: string
  signal?: AbortSignal
}

/** Creates a Postgres cluster. It is renamed into place when complete, so an interrupted attempt leaves no half cluster. */
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

/** Returns the environment of the database server's programs. */
export function clusterEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, TZ: process.env.TZ, LC_ALL: 'C' }
}
