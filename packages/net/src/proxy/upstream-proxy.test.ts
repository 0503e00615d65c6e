import { describe, expect, test } from '@jest/globals'
import { goesThrough, parseUpstreamProxy } from './upstream-proxy.ts'

const plain = { protocol: 'http', host: 'p.example', port: 8080, user: '', password: '' }

describe('the address of a proxy', () => {
  test.each([
    ['p.example:8080', plain],
    ['http://p.example:8080/', plain],
    ['HTTPS://p.example:8080', { ...plain, protocol: 'https' }],
    ['socks5h://p.example:8080', { ...plain, protocol: 'socks5' }],
    ['me:a%40b:c#d@p.example:8080', { ...plain, user: 'me', password: 'a@b:c#d' }],
    ['me:50%@p.example:8080', { ...plain, user: 'me', password: '50%' }],
    ['[2001:db8::1]:8080', { ...plain, host: '2001:db8::1' }],
  ])('%s', (address, expected) => expect(parseUpstreamProxy(address)).toEqual(expected))

  test.each([
    'p.example',
    'p.example:0',
    'p.example:70000',
    'socks4://p.example:1080',
    'direct://p.example:1',
    'a:1;b:2',
    'a:1\r\nX: y',
    'a b:1',
    '',
  ])('is not %j', (address) => expect(parseUpstreamProxy(address)).toBeUndefined())
})

test.each([
  [undefined, 'any.example', true],
  [[], 'any.example', false],
  [['a.example'], 'a.example', true],
  [['*.a.example'], 'A.example', true],
  [['a.example'], 'b.a.example', true],
  [['a.example'], 'ba.example', false],
  [['a.example'], 'axexample', false],
  [['cdn*.example'], 'cdn7.example', true],
  [['cdn*.example'], 'a.cdn7.example', true],
  [['*'], 'any.example', true],
])('hosts %j: %s goes through: %s', (hosts, host, expected) => {
  expect(goesThrough({ upstream: parseUpstreamProxy('p.example:1')!, isTrusted: false, hosts }, host)).toBe(
    expected,
  )
})

test('a pattern with many stars does not slow the choice down', () => {
  const hosts = [`${'*a'.repeat(20)}*b`]
  // A matcher with backtracking would not finish.
  expect(
    goesThrough({ upstream: parseUpstreamProxy('p.example:1')!, isTrusted: false, hosts }, 'a'.repeat(250)),
  ).toBe(false)
})
