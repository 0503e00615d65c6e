import { spawnSync } from 'node:child_process'

export interface User {
  uid: number
  gid: number
}

const NAME = 'postgres'

/** Whom the database server runs as: ourselves, or, since it refuses to run as root, the user `postgres`. */
export function postgresUser(report: (line: string) => void): User | undefined {
  if (process.getuid?.() !== 0) return undefined
  const existing = lookUp()
  if (existing) return existing

  report(`Adding the system user ${NAME}: the database server refuses to run as root`)
  const words = [
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    '/usr/sbin/nologin',
  ]
  const { status, stderr, error } = spawnSync('useradd', [...words, NAME], { encoding: 'utf8' })
  const added = lookUp()
  if (added) return added
  throw new Error(
    `The user ${NAME} could not be added (${error?.message ?? stderr.trim() ?? status}): add one, start as another user than root, or set DATABASE_URL.`,
  )
}

/** Whether that user can reach what lies in a folder, which every folder above it has to allow. */
export function canReach(directory: string, user: User): boolean {
  return spawnSync('/bin/sh', ['-c', 'test -x "$0"', directory], { cwd: '/', ...user }).status === 0
}

function lookUp(): User | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, NAME], { encoding: 'utf8' }))
  return uid?.status === 0 && gid?.status === 0
    ? { uid: Number(uid.stdout), gid: Number(gid.stdout) }
    : undefined
}
