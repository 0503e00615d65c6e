import { expect, test } from '@jest/globals'
import type { ShedLimit } from '@render/jobs'
import type { Account } from '@render/management-client'
import { admissionError } from './admission-errors.ts'

const limits = { perMinute: 60, maxOutstanding: 50, maxBytes: 256 * 1024 ** 2 }
const account = {} as Account

const messageOf = (shed: ShedLimit, isPublic = false) =>
  admissionError(shed, { retryAfterMs: 0 }, { account, limits, isPublic }).message

test.each([
  [
    'rate',
    'Too many renders per minute with this API key (at most 60): wait for the number of seconds in the Retry-After header.',
  ],
  [
    'outstanding',
    'Too many renders of this project have not ended yet (at most 50): retry when some have ended.',
  ],
  [
    'bytes',
    'The renders of this project that have not ended yet are too large together (at most 256 MB): retry when some have ended.',
  ],
] as const)('the refusal by %s names the limit, but not to everyone', (shed, message) => {
  expect(messageOf(shed)).toBe(message)
  expect(messageOf(shed, true)).toBe(message.replace(/ \(.*?\)/, ''))
})
