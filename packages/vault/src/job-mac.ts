// Message authentication codes of jobs: not every service that can write a queue is trusted with all of its jobs.
import { createHmac, timingSafeEqual } from 'node:crypto'

/** Returns the MAC of a job's data, which only holders of the token can make. */
export type SignJob = (id: string, data: object) => string

/** Returns whether a MAC is that of a job's data, made with any of the tokens. */
export type VerifyJob = (id: string, data: object, mac: string) => boolean

export function createSignJob(token: string): SignJob {
  // A key of its own: the token has other uses.
  const key = createHmac('sha256', token).update('MAC of jobs').digest()
  return (id, data) =>
    createHmac('sha256', key)
      .update(JSON.stringify([id, data]))
      .digest('base64url')
}

/** Several tokens are valid during a rotation. */
export function createVerifyJob(tokens: readonly string[]): VerifyJob {
  const signs = tokens.map(createSignJob)
  return (id, data, mac) => {
    const given = Buffer.from(mac)
    return signs.some((sign) => {
      const expected = Buffer.from(sign(id, data))
      return given.length === expected.length && timingSafeEqual(given, expected)
    })
  }
}
