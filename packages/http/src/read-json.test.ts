import { describe, expect, test } from '@jest/globals'
import { propertySettings } from '@render/testkit'
import * as fc from 'fast-check'
import { jsonLimits, readJson } from './read-json.ts'

const read = (text: string | Buffer) => readJson(Buffer.from(text))
const refused = expect.objectContaining({ code: 'InvalidOptions' })
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const keys = (count: number) => `{${Array.from({ length: count }, (_, i) => `"k${i}":{}`).join()}}`
const items = (count: number) => `[${Array.from({ length: count }, () => '0').join()}]`
/** Returns JSON of an array that contains `rows` arrays of 999 numbers, and one of `more` numbers. */
const values = (rows: number, more: number) => `[${[...Array(rows).fill(items(999)), items(more)].join()}]`

describe('readJson', () => {
  test('parses what JSON.parse parses', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (text) => expect(read(text)).toEqual(JSON.parse(text))),
      propertySettings({ numRuns: 500 }),
    )
  })

  test('ignores brackets, quotes and backslashes in strings', () => {
    const tricky = { a: '[[[[{{{{', 'b"\\': '\\', 'c\\': '"', d: ['\\"', ']]]]'], '\u0000': '\\\\"' }
    expect(read(JSON.stringify(tricky))).toEqual(tricky)
    expect(read(JSON.stringify({ html: '[{"'.repeat(100_000) }))).toBeTruthy()
  })

  test.each([
    ['depth', nested(jsonLimits.depth), nested(jsonLimits.depth + 1)],
    ['keys', keys(jsonLimits.keys), keys(jsonLimits.keys + 1)],
    ['items', items(jsonLimits.items), items(jsonLimits.items + 1)],
    // The root, ten rows, 9 * 999 numbers, and the rest.
    ['values', values(9, 10_000 - 11 - 9 * 999), values(9, 10_000 - 10 - 9 * 999)],
    ['items with blanks', `[ \n${items(3)}]`, `[ \n${nested(jsonLimits.depth)}]`],
  ])('takes the limit of %s and refuses one beyond', (_limit, fits, exceeds) => {
    expect(read(fits)).toEqual(JSON.parse(fits))
    expect(() => read(exceeds)).toThrow(refused)
  })

  test.each([
    ['a hundred thousand nested arrays', nested(100_000)],
    ['fifty thousand nested objects', '{"a":'.repeat(50_000)],
    ['two million items', items(2_000_000)],
  ])('refuses %s without parsing them', (_what, text) => {
    expect(() => read(text)).toThrow(/nested|items/)
  })

  test.each([
    ['nothing', ''],
    ['half an object', '{'],
    ['a trailing comma', '{"a":1,}'],
    ['NaN', '{"a":NaN}'],
    ['two byte order marks', '\ufeff\ufeff{}'],
    ['two values', '{} {}'],
    ['stray ends', ']]]]}}'],
    ['an endless text', '{"a":"b'],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22])],
  ])('refuses %s', (_what, text) => {
    expect(() => read(text)).toThrow(refused)
  })

  test('drops a byte order mark, but not from texts', () => {
    expect(read('\ufeff{"a":"\ufeffb"}')).toEqual({ a: '\ufeffb' })
  })

  test.each(['{"url":"a","url":"b"}', '{"url":"a", "\\u0075rl" : "b"}'])(
    'takes the last of duplicate keys: %s',
    (text) => {
      expect(read(text)).toEqual({ url: 'b' })
    },
  )

  test('applies the given limits', () => {
    const limits = { depth: 2, nodes: 5, keys: 2, items: 3 }
    const within = (text: string) => readJson(Buffer.from(text), limits)
    expect(within('{"a":[1,2,3]}')).toEqual({ a: [1, 2, 3] })
    for (const text of ['{"a":[[]]}', '{"a":1,"b":2,"c":3}', '[1,2,3,4]', '{"a":[1,2,3],"b":0}'])
      expect(() => within(text)).toThrow(refused)
  })
})
