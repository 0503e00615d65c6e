import { describe, expect, test } from '@jest/globals'
import { RenderError } from '@render/errors'
import { propertySettings } from '@render/testkit'
import * as fc from 'fast-check'
import { readQuery } from './link-query.ts'

describe('the query of a link', () => {
  test.each<[string, object]>([
    ['url=a.com&width=300', { url: 'a.com', width: '300' }],
    ['url=http%3A%2F%2Fa.com%2F%3Fb%3Dc%26d&full+page=%2b', { url: 'http://a.com/?b=c&d', 'full page': '+' }],
    ['html=a=b==', { html: 'a=b==' }],
    ['&&url=a.com&', { url: 'a.com' }],
    ['url=a.com&full_page&css=&=&delay=0', { url: 'a.com', delay: '0' }],
    ['html=%E2%98%83%F0%9F%98%80', { html: '☃😀' }],
    ['html=%EF%BB%BFx', { html: '\u{FEFF}x' }],
    ['header=a%3D1&header=b%3D2&clickAll=c&clickAll=c', { header: ['a=1', 'b=2'], clickAll: ['c', 'c'] }],
    ['header=a%3D1', { header: 'a=1' }],
    ['width=300&width=300&width=', { width: '300' }],
    ['v1=a&v1=b&v2=c&v2=c', { v1: ['a', 'b'], v2: 'c' }],
  ])('%s', (query, options) => {
    expect(readQuery(query)).toEqual(options)
  })

  test('is what was encoded, whatever it is', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 }).filter((each) => !each.includes('\0'))
    fc.assert(
      fc.property(fc.dictionary(text, text), (options) => {
        expect(readQuery(new URLSearchParams(options).toString())).toEqual({ ...options })
      }),
      propertySettings({ numRuns: 300 }),
    )
  })

  test('is refused or read, whatever stands there', () => {
    const query = fc.string({ unit: fc.constantFrom('%', '2', '7', 'f', 'C', '&', '=', '+') })
    fc.assert(
      fc.property(query, (each) => {
        try {
          readQuery(each)
        } catch (error) {
          expect(error).toBeInstanceOf(RenderError)
        }
      }),
      propertySettings({ numRuns: 300 }),
    )
  })

  test('has no way to a prototype', () => {
    const read = readQuery('__proto__=x&constructor=y')
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype)
    expect(Object.keys(read)).toEqual(['__proto__', 'constructor'])
  })

  test.each(['url=%', 'url=%zz', 'url=%2', 'url=%ff', 'url=%C0%AF', 'url=%ED%A0%80', '%00=a', 'url=a%00'])(
    'A-LINK-7: %j cannot be decoded',
    (query) => {
      expect(() => readQuery(query)).toThrow(expect.objectContaining({ code: 'InvalidQuery' }))
    },
  )

  test('several values of an option that is no list are refused', () => {
    expect(() => readQuery('width=1&html=x&width=2')).toThrow(
      expect.objectContaining({
        code: 'InvalidOptions',
        details: [
          { option: 'width', message: '"width" is in the query several times with different values.' },
        ],
      }),
    )
  })
})
