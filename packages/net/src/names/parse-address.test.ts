import { describe, expect, test } from '@jest/globals'
import { RenderError } from '@render/errors'
import { propertySettings } from '@render/testkit'
import * as fc from 'fast-check'
import { parseAddress } from './parse-address.ts'

function refusalOf(text: string): RenderError {
  try {
    const url = parseAddress(text)
    throw new Error(`accepted as ${url.href}`)
  } catch (error) {
    if (error instanceof RenderError) return error
    throw error
  }
}

describe('parseAddress', () => {
  test.each([
    ['http://example.com', 'http://example.com/'],
    ['https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
    ['HTTP://EXAMPLE.com/A', 'http://example.com/A'],
    ['https://user:pass@example.com/', 'https://user:pass@example.com/'],
    ['http://bücher.de/', 'http://xn--bcher-kva.de/'],
    ['http://example.com./', 'http://example.com./'],
    [`http://${'a'.repeat(64)}.com/`, `http://${'a'.repeat(64)}.com/`],
  ])('re-serialises %j', (text, href) => {
    expect(parseAddress(text).href).toBe(href)
  })

  test.each([
    ['example.com', 'http://example.com/'],
    ['example.com/path?u=http://other.test', 'http://example.com/path?u=http://other.test'],
    ['example.com:8080/x', 'http://example.com:8080/x'],
    ['example.com:443', 'http://example.com:443/'],
    ['localhost:80', 'http://localhost/'],
    ['LOCALHOST:81/x', 'http://localhost:81/x'],
    ['a.example:?b', 'http://a.example/?b'],
    ['127.0.0.1:6379', 'http://127.0.0.1:6379/'],
    ['[::1]:8080/', 'http://[::1]:8080/'],
    ['user@example.com/', 'http://user@example.com/'],
  ])('adds http:// to %j', (text, href) => {
    expect(parseAddress(text).href).toBe(href)
  })

  // Browsers load every one of these from 127.0.0.1, so the policy must get to see that host.
  test.each([
    'http://127.0.0.1/',
    'http://127.1',
    'http://127.0.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.1',
    'http://0X7F.0.0.1',
    'http://0177.0.0.1/',
    'http://017700000001/',
    'http://127.0.0.1./',
    'http://１２７．０．０．１',
    'http://127。0。0。1',
    'http://①②⑦.0.0.1',
    'http://%31%32%37.0.0.1',
    'http:\\\\127.0.0.1\\',
    'http:127.0.0.1/',
    'http:/127.0.0.1',
    ' \t\nhttp://127.0.0.1/',
    'ht\ntp://127.0.0.1/',
    'http://8.8.8.8@127.0.0.1/',
    'http://127.0.0.1#@8.8.8.8/',
    'http://8.8.8.8:80\\@127.0.0.1/',
    '127.0.0.1:6379',
    '127.1',
  ])('gives %j the host a browser gives it', (text) => {
    const host = text.startsWith('http://8.8.8.8:80\\') ? '8.8.8.8' : '127.0.0.1'
    expect(parseAddress(text).hostname).toBe(host)
  })

  test.each([
    'file:///etc/passwd',
    'FILE:///',
    'file:etc/passwd',
    'file:\\etc\\passwd',
    '\\\\localhost\\etc\\passwd',
    '/etc/passwd',
    '//example.com/',
    ' file:///x',
    'view-source:file:///etc/passwd',
    'view-source:http://127.0.0.1',
    'chrome://version',
    'chrome://gpu',
    'chrome://crash',
    'devtools://devtools/bundled/inspector.html',
    'chrome-extension://x',
    'data:text/html,x',
    'blob:http://example.com/id',
    'javascript:alert(1)',
    'javascript:1',
    'java\nscript:alert(1)',
    'about:blank',
    'about:srcdoc',
    'filesystem:http://example.com/x',
    'ftp://example.com/',
    'gopher://example.com/',
    'dict://example.com/',
    'ldap://example.com/',
    'tftp://example.com/',
    'jar:http://example.com/!/x',
    'ws://example.com/',
    'mailto:x@example.com',
    'mailto:x',
    'tel:5551234',
    'intent:#Intent;end',
  ])('refuses %j, which is not http or https', (text) => {
    expect(refusalOf(text).code).toBe('InvalidURLError')
  })

  test.each([
    '',
    ' ',
    ':',
    'http:',
    'http://',
    'http://[::1',
    'http:///x',
    'http:///',
    'http:\\\\\\x',
    'https:////example.com/',
    'http://a b/',
    'a b',
    'http://%00/',
    'http://exa\u0000mple.com',
    '\u0000http://example.com',
    'http://example.com/\u0000',
    'http://[fe80::1%25eth0]/',
    'http://1.2.3.4.5/',
    'http://example.com:65536/',
    'http://example.com:99999/',
    'http://example.com:0/',
    'example.com:0',
    'example.com:99999',
    'http://xn--\u00df/',
  ])('refuses %j, which cannot be parsed', (text) => {
    expect(refusalOf(text).code).toBe('InvalidURLError')
  })

  test('takes 8192 characters and refuses 8193', () => {
    const start = 'http://example.com/'
    const longest = start + 'x'.repeat(8192 - start.length)
    expect(parseAddress(longest).href).toBe(longest)
    expect(refusalOf(`${longest}x`).message).toContain('8192')
  })

  test('takes a host of 1024 characters and refuses 1025', () => {
    const host = '例'.repeat(1024)
    for (const address of [host, `http://me:word@${host}/`]) {
      expect(parseAddress(address).hostname).toMatch(/^xn--/)
      expect(refusalOf(address.replace(host, `${host}a`)).message).toContain('1024')
    }
  })

  test('names another scheme before the length of what follows', () => {
    expect(refusalOf(`data:,${'a'.repeat(1025)}`).message).toContain('http://')
  })

  test('limits the encoded address, to another length where one is given', () => {
    const encoded = `http://example.com/${'%C3%A9'.repeat(1362)}`
    expect(encoded).toHaveLength(8191)
    expect(parseAddress(decodeURI(encoded)).href).toBe(encoded)
    expect(refusalOf(decodeURI(`${encoded}%C3%A9`)).message).toContain('8192')
    expect(parseAddress(decodeURI(`${encoded}%C3%A9`), 8197).href).toHaveLength(8197)
    expect(() => parseAddress(decodeURI(encoded), 8190)).toThrow('8190')
  })

  test('takes time linear in the length', () => {
    const dots = '.'.repeat(400_000)
    expect(() => parseAddress(`${dots}@`, Infinity)).toThrow('cannot be parsed')
    expect(parseAddress(`example.com:80/${dots}`, Infinity).hostname).toBe('example.com')
  })

  test.each([
    'ftp://user:sesame@example.com/',
    'http://user:sesame@exa mple.com/',
    'http://user:sesame@example.com:0/',
    `http://user:sesame@example.com/${'x'.repeat(8192)}`,
  ])('does not repeat credentials in its message', (text) => {
    expect(refusalOf(text).message).not.toContain('sesame')
  })

  test('any text either is refused or gives an address that parses to itself', () => {
    const part = fc.constantFrom(
      'http:',
      'https:',
      '//',
      '/',
      '\\',
      '@',
      ':',
      '#',
      '?',
      '127.0.0.1',
      '[::1]',
      '。',
      '%',
      'a.com',
      '80',
      '\t',
      ' ',
    )
    const unit = fc.nat(0x10ffff).map((point) => String.fromCodePoint(point))
    const text = fc.array(fc.oneof(part, fc.string({ maxLength: 4, unit })), { maxLength: 8 })
    fc.assert(
      fc.property(text, (parts) => {
        try {
          const url = parseAddress(parts.join(''))
          return /^https?:$/.test(url.protocol) && parseAddress(url.href).href === url.href
        } catch (error) {
          return (error as RenderError).code === 'InvalidURLError'
        }
      }),
      propertySettings({ numRuns: 2000 }),
    )
  })
})
