import { describe, expect, test } from '@jest/globals'
import { cleanValue } from './clean-value.ts'

describe('cleanValue', () => {
  test('keeps harmless values', () => {
    const value = { a: [1, null, true, { b: 'ä😀' }], c: '' }
    expect(cleanValue(value)).toEqual(value)
  })

  test('replaces lone surrogates in strings and keys', () => {
    expect(cleanValue({ 'a\ud83d': ['\ude00b'] })).toEqual({ 'a\ufffd': ['\ufffdb'] })
  })

  test.each([
    '{"__proto__":{"isAdmin":true}}',
    '{"a":[{"constructor":{"prototype":{}}}]}',
    '{"a":{"prototype":1}}',
  ])('refuses %s, and no object changes', (text) => {
    expect(() => cleanValue(JSON.parse(text))).toThrow(
      /The key "(__proto__|constructor|prototype)" is not allowed/,
    )
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })
})
