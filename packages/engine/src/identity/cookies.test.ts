import { expect, test } from '@jest/globals'
import { readCookie } from './cookies.ts'

const TARGET = 'https://www.a.example:8443/path'

test("a cookie is the target's own unless it says otherwise", () => {
  expect(readCookie('name=value=with=signs', TARGET)).toMatchObject({
    name: 'name',
    value: 'value=with=signs',
    domain: 'www.a.example',
    path: '/',
    httpOnly: false,
    secure: false,
  })
})

test('a cookie has the attributes that are given, in any letters', () => {
  const line = 'a=b; domain=.a.example; PATH=/x; HttpOnly; secure; SameSite=lax; Max-Age=60'
  const { expires, ...cookie } = readCookie(line, TARGET)
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
])('a domain, %j, is that of hosts below it too', (domain, expected) =>
  expect(readCookie(`a=b; Domain=${domain}`, TARGET).domain).toBe(expected),
)

test('a date is when a cookie ends', () => {
  const date = 'Wed, 21 Oct 2037 07:28:00 GMT'
  expect(readCookie(`a=b; Expires=${date}`, TARGET).expires).toBe(Date.parse(date) / 1000)
})
