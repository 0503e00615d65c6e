// The name of a stored file: the day it was made and a random token. The render's id is not part of it, so that nobody
// can read the record of a render with only the address of its file. Every attempt gets a token of its own, so attempts never
// overwrite each other. Side files share the day and token of their artefact, so that they expire together.
import { randomBytes } from 'node:crypto'

const KEY = /^(\d{4})\/(\d{2})\/(\d{2})\/[A-Za-z0-9_-]{22}[A-Za-z0-9_.@-]{0,64}\.[a-z0-9]{1,8}$/

/** Returns a new key such as `2026/11/20/<128 random bits>.png`, with the day in UTC. */
export function makeArtefactKey(extension: string, now = new Date()): string {
  const token = randomBytes(16).toString('base64url')
  const day = now.toISOString().slice(0, 10).replaceAll('-', '/')
  return `${day}/${token}.${extension}`
}

/**
 * Returns the key of a side file, such as `2026/11/20/<the same bits>-small.png`.
 * @throws {Error} for a suffix that is not allowed in a file name, and when the key would be that of the artefact.
 */
export function sideFileKey(artefactKey: string, { suffix, extension }: SideFileName): string {
  const name = artefactKey.slice(0, artefactKey.lastIndexOf('.'))
  const key = `${name}${suffix}.${extension}`
  if (!isArtefactKey(key) || key === artefactKey) throw new Error('Not the key of a file beside an artefact.')
  return key
}

interface SideFileName {
  /** Added to the artefact's name before the dot; may be empty when the extension differs. */
  suffix: string
  extension: string
}

/** Returns whether a text has the form of an artefact key; nothing else may be looked up. */
export function isArtefactKey(key: string): boolean {
  return KEY.test(key)
}

/** Returns when an artefact expires: `days` whole days after its day. */
export function expiryOf(key: string, days: number): Date {
  const [, year, month, day] = KEY.exec(key)!
  return new Date(Date.UTC(Number(year), Number(month) - 1, Number(day) + days + 1))
}
