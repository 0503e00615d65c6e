import { describe, expect, test } from '@jest/globals'
import { propertySettings } from '@render/testkit'
import * as fc from 'fast-check'
import { parseAllowList } from './allow-list.ts'
import { hostName } from '../names/host-name.ts'

describe('parseAllowList', () => {
  test('distinguishes names from addresses and ranges, and ignores blanks', () => {
    const list = parseAllowList([
      ' 10.0.0.0/8',
      '127.0.1.1',
      '::1',
      'Example.COM.',
      'bücher.test',
      'fixture',
      '',
      ' ',
    ])
    expect([...list.names]).toEqual(['example.com', 'xn--bcher-kva.test', 'fixture'])
    expect(list.ranges.map(([network, bits]) => `${network.toString()}/${bits}`)).toEqual([
      '10.0.0.0/8',
      '127.0.1.1/32',
      '::1/128',
    ])
  })

  test.each([
    'http://example.com',
    'example.com:80',
    'example.com/',
    '*.example.com',
    '10.0.0.0/33',
    '10.0.0/8/8',
    '300.1.1.1',
    'user@example.com',
    'a b',
  ])('refuses %j and names it', (entry) => {
    expect(() => parseAllowList(['10.0.0.0/8', entry])).toThrow(`EGRESS_ALLOW: "${entry}"`)
  })

  test('an allowed name is matched by itself only', () => {
    const { names } = parseAllowList(['example.com'])
    const text = fc.stringMatching(/^[a-z0-9.@:-]{0,6}$/)
    fc.assert(
      fc.property(
        text,
        fc.constantFrom('example.com', 'EXAMPLE.com', 'example.com.'),
        text,
        (before, name, after) => {
          const url = URL.parse(`http://${before}${name}${after}/`)
          fc.pre(url !== null)
          expect(names.has(hostName(url.hostname))).toBe(/^example\.com\.?$/.test(url.hostname))
        },
      ),
      propertySettings({ numRuns: 1000 }),
    )
  })
})
