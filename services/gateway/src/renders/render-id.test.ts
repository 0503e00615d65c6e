import { describe, expect, test } from '@jest/globals'
import { isPossibleId, parseRenderId } from './render-id.ts'

const ID = '01a1fb0b-71cf-7d1e-ae1d-6942a306a7af'

test.each([ID, `${ID}_ps`, `${ID}_pa`, ID.toUpperCase()])('parses %s', (text) => {
  expect(parseRenderId(text)).toBe(ID)
})

test.each(['', 'x', `${ID}_px`, `${ID}_ps_ps`, ` ${ID}`, `${ID}\n`, ID.slice(1), [ID], undefined])(
  'returns undefined for %j',
  (text) => {
    expect(parseRenderId(text)).toBeUndefined()
  },
)

describe('a possible id', () => {
  const madeAt = Number.parseInt('01a1fb0b71cf', 16)
  const DAY_MS = 24 * 3_600_000

  test('is a UUID of version 7 from the time in which records are kept', () => {
    const at = (days: number, recordDays = 60) => isPossibleId(ID, recordDays, madeAt + days * DAY_MS)
    expect([at(0), at(60), at(62), at(-1)]).toEqual([true, true, false, false])
    expect([at(30, 1), at(32, 1)]).toEqual([true, false])
    expect(isPossibleId(ID.replace('-7d1e', '-4d1e'), 60, madeAt)).toBe(false)
  })

  test('may come from a clock that is hours ahead', () => {
    expect(isPossibleId(ID, 60, madeAt - DAY_MS / 2)).toBe(true)
  })
})
