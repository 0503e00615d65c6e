import { expect, test } from '@jest/globals'
import { parseRenderId } from './render-id.ts'

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
