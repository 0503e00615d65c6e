import { expect, test } from '@jest/globals'
import { readCookieLine } from '@render/options'
import { toCookie } from './cookies.ts'

const TARGET = new URL('https://www.a.example:8443/path')
const readCookie = (line: string) => toCookie(readCookieLine(line), TARGET)

test('a cookie without a Domain belongs to the host of the target', () => {
  expect(readCookie('name=value=with=signs')).toMatchObject({
    name: 'name',
    value: 'value=with=signs',
    domain: 'www.a.example',
    path: '/',
    httpOnly: false,
    secure: false,
  })
})

test('reads attributes in any letter case', () => {
  const line = 'a=b; domain=.a.example; PATH=/x; HttpOnly; secure; SameSite=lax; Max-Age=60'
  const { expires, ...cookie } = readCookie(line)
  expect(cookie).toEqual({
    name: 'a',
    value: 'b',
    domain: '.a.example',
    path: '/x',
    httpOnly: true,
    secure: true,
    sameSite: 'Lax',
  })
  expect(Math.abs(expires! - Date.now() / 1000 - 60)).toBeLessThan(5)
})

test.each([
  ['a.example', '.a.example'],
  ['', 'www.a.example'],
  ['127.0.1.1', 'www.a.example'],
  ['bücher.example', '.xn--bcher-kva.example'],
])('Domain=%j includes subdomains', (domain, expected) =>
  expect(readCookie(`a=b; Domain=${domain}`).domain).toBe(expected),
)

test('reads Expires', () => {
  const date = 'Wed, 21 Oct 2037 07:28:00 GMT'
  expect(readCookie(`a=b; Expires=${date}`).expires).toBe(Date.parse(date) / 1000)
})
