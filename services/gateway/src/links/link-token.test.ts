import { createHmac } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { propertySettings } from '@render/testkit'
import * as fc from 'fast-check'
import { isSigned } from './link-token.ts'

const KEY = 'my_secret_key'
const QUERY = 'url=urlbox.io&width=300'
/** Published by clients. */
const SHA256 = 'dec3d2b9503f96a15eac3b3c7c663ab39012bbaf7f59919e40deab2fbd1bce22'
const SHA1 = 'a6f5fb4b61eaba63a4546b87c14091c9ca3fbe73'

const sign = (query: string, hash = 'sha256', key = KEY) => createHmac(hash, key).update(query).digest('hex')

describe('the token of a link', () => {
  test.each([SHA256, SHA1, SHA256.toUpperCase(), SHA1.toUpperCase()])('A-LINK-1: %s is right', (token) => {
    expect(isSigned(QUERY, token, [KEY])).toBe(true)
  })

  test.each([
    SHA256.replace('d', 'e'),
    SHA1.replace('a', 'b'),
    SHA256.slice(1),
    `${SHA256}0`,
    SHA1.slice(1),
    `${SHA1}0`,
    `${SHA256.slice(1)}g`,
    'true',
    '',
  ])('A-LINK-2: %j is wrong', (token) => {
    expect(isSigned(QUERY, token, [KEY])).toBe(false)
  })

  test('is right with any of several keys, and wrong without one', () => {
    expect(isSigned(QUERY, SHA256, ['another', KEY])).toBe(true)
    expect(isSigned(QUERY, SHA256, ['another'])).toBe(false)
    expect(isSigned(QUERY, SHA256, [])).toBe(false)
  })

  test("A-LINK-3: is right for %27 in place of ', in all places, and for no other change", () => {
    expect(isSigned('html=it%27s%27', sign("html=it's'"), [KEY])).toBe(true)
    expect(isSigned('html=it%27s', sign('html=it%27s'), [KEY])).toBe(true)
    expect(isSigned("html=it's", sign('html=it%27s'), [KEY])).toBe(false)
    expect(isSigned('html=a+b', sign('html=a%20b'), [KEY])).toBe(false)
    expect(isSigned('html=%2f', sign('html=%2F'), [KEY])).toBe(false)
  })

  test('is wrong after any change of the query', () => {
    const bytes = fc.string({
      unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
    })
    const normal = (query: string) => query.replaceAll('%27', "'")
    fc.assert(
      fc.property(bytes, bytes, bytes, fc.constantFrom('sha1', 'sha256'), (before, was, after, hash) => {
        const token = sign(before + was + after, hash)
        for (const is of ['', '&', '%27', `${was}x`, was.toUpperCase(), encodeURIComponent(was)]) {
          const changed = before + is + after
          const isSame = normal(changed) === normal(before + was + after)
          if (!isSame) expect(isSigned(changed, token, [KEY])).toBe(false)
        }
        expect(isSigned(before + was + after, token, [KEY])).toBe(true)
      }),
      propertySettings({ numRuns: 200 }),
    )
  })
})
