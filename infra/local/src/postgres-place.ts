import { createHash } from 'node:crypto'
import { chmodSync, chownSync, lstatSync, mkdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { canReach, type User } from './postgres-user.ts'

/** Only root can write here, so nobody else can have prepared a folder of that name for us. */
export const SHARED_DIRECTORY = '/var/lib/render-service'

/**
 * The folder of the database, made for `user`: `postgres` in the state's folder. Where that user cannot reach it (a
 * checkout below a 0700 folder such as /root) it is a link to a folder elsewhere, named after the state's folder.
 */
export function postgresPlace(stateDirectory: string, user: User | undefined): string {
  const place = `${stateDirectory}/postgres`
  if (!user || canReach(stateDirectory, user)) return makeFor(user, place)

  const name = createHash('sha256').update(stateDirectory).digest('hex').slice(0, 16)
  const elsewhere = `${SHARED_DIRECTORY}/${name}`
  if (linkTarget(place) !== elsewhere) {
    // What lies there belonged to a checkout in the same place whose state is gone, and with it the password.
    rmSync(elsewhere, { recursive: true, force: true })
    mkdirSync(SHARED_DIRECTORY, { recursive: true })
    chmodSync(SHARED_DIRECTORY, 0o755)
    rmSync(place, { recursive: true, force: true })
    symlinkSync(elsewhere, place)
  }
  return makeFor(user, elsewhere)
}

function makeFor(user: User | undefined, directory: string): string {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  if (user) chownSync(directory, user.uid, user.gid)
  return directory
}

function linkTarget(path: string): string | undefined {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()
  return isLink ? readlinkSync(path) : undefined
}
