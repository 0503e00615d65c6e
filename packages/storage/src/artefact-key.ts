// The name of an artefact: the day it was made and a random token of its own, never the render's id, so that whoever
// is given a picture cannot read its record. Every attempt makes a token, so attempts never write over each other.
import { randomBytes } from 'node:crypto'

const FORM = /^(\d{4})\/(\d{2})\/(\d{2})\/[A-Za-z0-9_-]{22}\.[a-z0-9]{1,8}$/

/** `2026/11/20/<128 random bits>.png`, the day in UTC. */
export function makeArtefactKey(extension: string, now = new Date()): string {
  const token = randomBytes(16).toString('base64url')
  return `${dayPath(now)}/${token}.${extension}`
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
