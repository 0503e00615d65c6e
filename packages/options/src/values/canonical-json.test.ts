import { describe, expect, test } from '@jest/globals'
import { canonicalJson } from './canonical-json.ts'

describe('canonical JSON', () => {
  // The examples of RFC 8785, sections 3.2.2 and 3.2.3.
  test('is that of RFC 8785', () => {
    const literals = String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`
    expect(canonicalJson(JSON.parse(literals))).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    )
    const sorted = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    }
    const values = canonicalJson(sorted).match(/(?<=:")[^"]+/g)
    expect(values).toEqual([
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ])
  })

  test('sorts names that are numbers as text, at every depth, and keeps the order of lists', () => {
    expect(canonicalJson([{ 9: 1, 10: { b: 1, a: [2, 1] } }])).toBe('[{"10":{"a":[2,1],"b":1},"9":1}]')
  })

  test('writes every name, and leaves out what is undefined', () => {
    expect(canonicalJson(JSON.parse('{"__proto__":1}'))).toBe('{"__proto__":1}')
    expect(canonicalJson({ a: undefined, b: [undefined] })).toBe('{"b":[null]}')
  })
})
