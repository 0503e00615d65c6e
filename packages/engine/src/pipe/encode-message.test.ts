import { expect, test } from '@jest/globals'
import { decodeMessage } from './decode-message.ts'
import { encodeMessage } from './encode-message.ts'

const VALUES = [
  { id: 1, method: 'Page.enable', params: {}, sessionId: '0AF' },
  { id: -1001, result: { list: [[], [1, 'two', { three: 3 }]], none: null, yes: true, no: false } },
  {
    numbers: [
      0,
      23,
      24,
      -24,
      -25,
      255,
      256,
      -257,
      65_535,
      65_536,
      2 ** 31 - 1,
      -(2 ** 31),
      2 ** 31,
      0.1,
      -1e300,
    ],
  },
  {
    texts: [
      '',
      'plain',
      'é',
      '漢字',
      '😀',
      'half \ud83d',
      'x'.repeat(24),
      'é'.repeat(200),
      'x'.repeat(70_000),
    ],
  },
  { 'a key of é': 1, '': 2 },
]

test.each(VALUES)('a message is the same after it was encoded and decoded: %#', (message) => {
  expect(decodeMessage(encodeMessage(message))).toEqual(message)
})

test('what JSON leaves out or cannot express is treated as by JSON', () => {
  const message = { gone: undefined, list: [undefined, NaN, Infinity] }
  expect(decodeMessage(encodeMessage(message))).toEqual(JSON.parse(JSON.stringify(message)))
})

test('a key named __proto__ is an entry like others', () => {
  const message: unknown = JSON.parse('{"__proto__":{"a":1}}')
  const decoded = decodeMessage(encodeMessage(message as object))
  expect(JSON.stringify(decoded)).toBe('{"__proto__":{"a":1}}')
  expect(Object.getPrototypeOf(decoded)).toBe(Object.prototype)
})

test('every map has an envelope that says how long it is', () => {
  expect(encodeMessage({ a: {} }).toString('hex')).toBe('d8185a0000000dbf6161d8185a00000002bfffff')
})
