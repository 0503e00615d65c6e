import { createHash } from 'node:crypto'
import { chmodSync, chownSync, lstatSync, mkdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { canReach, type User } from './postgres-user.ts'

/** Only root can write here, so no other user can have prepared a folder of that name. */
export const SHARED_DIRECTORY = '/var/lib/render-service'

/**
 * Creates and returns the database folder of `user`: `postgres` in the state folder. When that user cannot reach it (a
 * checkout below a 0700 folder such as /root), it is a link to a folder in SHARED_DIRECTORY named after the state folder.
 */
export function postgresDirectory(stateDirectory: string, user: User | undefined): string {
  const path = `${stateDirectory}/postgres`
  if (!user || canReach(stateDirectory, user)) return createFor(user, path)

  const name = createHash('sha256').update(stateDirectory).digest('hex').slice(0, 16)
  const elsewhere = `${SHARED_DIRECTORY}/${name}`
  if (linkTarget(path) !== elsewhere) {
    // The folder belonged to an earlier checkout at this path. Its state is gone, and with it the password.
    rmSync(elsewhere, { recursive: true, force: true })
    mkdirSync(SHARED_DIRECTORY, { recursive: true })
    chmodSync(SHARED_DIRECTORY, 0o755)
    rmSync(path, { recursive: true, force: true })
    symlinkSync(elsewhere, path)
  }
  return createFor(user, elsewhere)
}

function createFor(user: User | undefined, directory: string): string {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  if (user) chownSync(directory, user.uid, user.gid)
  return directory
}

function linkTarget(path: string): string | undefined {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()
  return isLink ? readlinkSync(path) : undefined
}
