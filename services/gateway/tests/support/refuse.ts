import { expect } from '@jest/globals'
import type { World } from './start-world.ts'

export interface Attempt {
  /** A valid key by default; no key when empty. */
  authorization?: string
  body?: string | Buffer
  headers?: Record<string, string>
}

/** Requests a render; returns status and code in one text, and the `error` of the envelope. */
export async function refuse(world: World, path: string, attempt: Attempt) {
  const { authorization = `Bearer ${world.key}`, body = '{"html":"x"}', headers } = attempt
  const answer = await world.ask(path, {
    method: 'POST',
    headers: { ...(authorization && { authorization }), 'content-type': 'application/json', ...headers },
    body: Buffer.from(body),
  })
  expect(answer.body.requestId).toBe(answer.headers.get('x-service-request-id'))
  expect(answer.headers.get('x-service-error-message')).toBeTruthy()
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const { error } = answer.body
  return { refused: `${answer.status} ${error.code}`, ...error }
}
