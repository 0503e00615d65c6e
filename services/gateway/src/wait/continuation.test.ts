import { describe, expect, test } from '@jest/globals'
import { continuationUrl, MAX_HOPS, parseContinuation } from './continuation.ts'

const renderId = '01a1fb0b-71cf-7d1e-ae1d-6942a306a7af'

describe('continuation address', () => {
  test.each([
    [1, 95, false],
    [MAX_HOPS, 0, true],
    [5, 300, false],
  ])(
    'is parsed to the values it was made from: hop %i, %i s, link %s',
    (hop, redirectAfterSeconds, isLink) => {
      const continuation = { renderId, hop, redirectAfterSeconds, isLink }
      const url = new URL(continuationUrl('https://api.example', continuation))
      const [, , , id, number] = url.pathname.split('/')
      const read = parseContinuation({ renderId: id, hop: number }, Object.fromEntries(url.searchParams))
      expect(read).toEqual(continuation)
    },
  )

  test.each([undefined, '', '-1', '301', '1e2', '5s', ['5', '6'], '9999'])(
    'waits the default time when redirect_after is %j',
    (redirect_after) => {
      expect(parseContinuation({ renderId, hop: '1' }, { redirect_after })?.redirectAfterSeconds).toBe(95)
    },
  )

  test.each(['0', '11', '1.5', '-1', '', 'x', '1000'])('is not parsed with hop %j', (hop) => {
    expect(parseContinuation({ renderId, hop }, {})).toBeUndefined()
  })

  test('is not parsed without an id', () => {
    expect(parseContinuation({ renderId: 'x', hop: '1' }, {})).toBeUndefined()
  })
})
