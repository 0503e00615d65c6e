// The name of an artefact: the day it was made and a random token of its own, never the render's id, so that whoever
// is given a picture cannot read its record. Every attempt makes a token, so attempts never write over each other. Files
// made beside it share its day and its token, so that they expire together.
import { randomBytes } from 'node:crypto'

const FORM = /^(\d{4})\/(\d{2})\/(\d{2})\/[A-Za-z0-9_-]{22}[A-Za-z0-9_.@-]{0,64}\.[a-z0-9]{1,8}$/

/** `2026/11/20/<128 random bits>.png`, the day in UTC. */
export function makeArtefactKey(extension: string, now = new Date()): string {
  const token = randomBytes(16).toString('base64url')
  return `${dayPath(now)}/${token}.${extension}`
}

/**
 * The key of a file made beside an artefact, such as `2026/11/20/<the same bits>-small.png`.
 * @throws {Error} for a suffix that no file name may have, and for one that tells the file from nothing.
 */
export function keyBeside(artefactKey: string, { suffix, extension }: FileName): string {
  const name = artefactKey.slice(0, artefactKey.lastIndexOf('.'))
  const key = `${name}${suffix}.${extension}`
  if (!isArtefactKey(key) || key === artefactKey) throw new Error('Not the key of a file beside an artefact.')
  return key
}

interface FileName {
  /** What the name ends in, before the dot; may be empty where the extension differs. */
  suffix: string
  extension: string
}

/** Whether a text can be the key of an artefact: nothing else is ever looked up. */
export function isArtefactKey(key: string): boolean {
  return FORM.test(key)
}

/** The moment from which an artefact is gone: its day plus `days` whole days. */
export function expiryOf(key: string, days: number): Date {
  const [, year, month, day] = FORM.exec(key)!
  return new Date(Date.UTC(Number(year), Number(month) - 1, Number(day) + days + 1))
}

/** The day part of a key. */
function dayPath(date: Date): string {
  return date.toISOString().slice(0, 10).replaceAll('-', '/')
}
