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
    ['url=a.com&url=&proxy=&webhookUrl=', { url: 'a.com', proxy: '', webhookUrl: '' }],
    ['v1=a&v1=b&v2=c&v2=c', { v1: ['a', 'b'], v2: 'c' }],
  ])('%s', (query, options) => {
    expect(readQuery(query)).toEqual(options)
  })

  test.each<[string, object]>([
    ['click%5B0%5D=%23a&click%5B1%5D=%23b', { click: ['#a', '#b'] }],
    ['click[]=%23a&click[]=&click[]=%23a', { click: ['#a', '#a'] }],
    ['clickAll[]=c&clickAll[10]=b&clickAll[9]=a', { clickAll: ['a', 'b', 'c'] }],
    ['header[X-A]=1&header[X-B]=2', { header: { 'X-A': '1', 'X-B': '2' } }],
    ['markdown_options[bullets]=-&markdown_options[bullets]=-', { markdown_options: { bullets: '-' } }],
    ['thumbnails[0][width]=100&thumbnails[0][key]=a', { thumbnails: [{ width: '100', key: 'a' }] }],
    ['thumbnails[][width]=100&thumbnails[][key]=a', { thumbnails: [{ width: '100', key: 'a' }] }],
    [
      'thumbnails[][width]=5&thumbnails[][width]=5&thumbnails[1][width]=4',
      { thumbnails: [{ width: '4' }, { width: '5' }, { width: '5' }] },
    ],
    [
      'retry_with[][click]=&retry_with[][delay]=1&retry_with[][click]=%23b&retry_with[][delay]=2',
      { retry_with: [{ delay: '1' }, { click: '#b', delay: '2' }] },
    ],
    [
      'retry_with[][click][]=a&retry_with[][click][]=b&retry_with[][delay]=1&retry_with[][click][]=c',
      { retry_with: [{ click: ['a', 'b'], delay: '1' }, { click: ['c'] }] },
    ],
    [
      'width[]=5&height[]=6&height[0]=6&clickAll[]=a&llm_schema[]=a',
      { width: '5', height: '6', clickAll: ['a'], llm_schema: ['a'] },
    ],
    ['width[]=5&width[]=6', { width: ['5', '6'] }],
    ['thumbnails[width]=100', { thumbnails: { width: '100' } }],
    [
      'markdown_options[preprocessing][enabled]=1&markdown_options[stripTags][]=a&markdown_options[stripTags][]=b',
      { markdown_options: { preprocessing: { enabled: '1' }, stripTags: ['a', 'b'] } },
    ],
    ['click[0=a&click]=b&archive[]=c&[]=d', { 'click[0': 'a', 'click]': 'b', 'archive[]': 'c', '[]': 'd' }],
  ])('%s has the values of its bracketed names', (query, options) => {
    expect(readQuery(query)).toEqual(options)
  })

  test.each([
    [
      'click=%23a&click[]=%23b',
      'click',
      '"click" has both a value and members at the same place in the query.',
    ],
    ['thumbnails[0]=a&thumbnails[0][width]=1', 'thumbnails', 'both a value and members'],
    ['thumbnails[0][width]=1&thumbnails[key]=a', 'thumbnails', 'both items and named members'],
    [`llm_schema${'[a]'.repeat(33)}=1`, 'llm_schema', 'is nested deeper than 32'],
    ['markdownOptions[__proto__][bullets]=x', '__proto__', 'The key "__proto__" is not allowed.'],
    ['header[constructor]=x', 'constructor', 'The key "constructor" is not allowed.'],
  ])('%s is refused', (query, option, message) => {
    expect(() => readQuery(query)).toThrow(
      expect.objectContaining({
        code: 'InvalidOptions',
        details: [{ option, message: expect.stringContaining(message) }],
      }),
    )
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
    const query = fc.string({
      unit: fc.constantFrom('%', '2', '7', 'f', 'C', '&', '=', '+', 'v', '[', ']', '0'),
    })
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
