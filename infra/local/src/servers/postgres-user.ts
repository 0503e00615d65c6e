import { spawnSync } from 'node:child_process'

export interface User {
  uid: number
  gid: number
}

const NAME = 'postgres'

/** Returns the user that runs the database server: undefined for this process's own, or `postgres` when that is root. */
export function postgresUser(report: (line: string) => void): User | undefined {
  if (process.getuid?.() !== 0) return undefined
  const existing = lookUp()
  if (existing) return existing

  report(`Adding the system user ${NAME}: the database server refuses to run as root`)
  const options = [
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    '/usr/sbin/nologin',
  ]
  const { status, stderr, error } = spawnSync('useradd', [...options, NAME], { encoding: 'utf8' })
  const added = lookUp()
  if (added) return added
  throw new Error(
    `Could not add the user ${NAME} (${error?.message ?? stderr.trim() ?? status}): add it, start as a user other than root, or set DATABASE_URL.`,
  )
}

/** Returns whether that user can access files in a folder, which needs permission on every parent folder. */
export function canReach(directory: string, user: User): boolean {
  return spawnSync('/bin/sh', ['-c', 'test -x "$0"', directory], { cwd: '/', ...user }).status === 0
}

function lookUp(): User | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, NAME], { encoding: 'utf8' }))
  return uid?.status === 0 && gid?.status === 0
    ? { uid: Number(uid.stdout), gid: Number(gid.stdout) }
    : undefined
}
