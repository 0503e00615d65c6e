import { expect, test } from '@jest/globals'
import { encodeMessage } from './encode-message.ts'
import { beginsWith, findValue, readValue } from './find-value.ts'

const message = encodeMessage({
  id: -300,
  params: {
    list: [1, [2.5], { request: 'no' }],
    text: 'request',
    request: { method: 'GET', url: 'data:,x' },
  },
  sessionId: 'A',
})

test('values are found by their keys alone', () => {
  expect(readValue(message, findValue(message, 'id'))).toBe(-300)
  expect(readValue(message, findValue(message, 'params', 'request', 'url'))).toBe('data:,x')
  expect(readValue(message, findValue(message, 'sessionId'))).toBe('A')
  expect(beginsWith(message, findValue(message, 'params', 'request', 'url'), 'data:')).toBe(true)
  for (const keys of [['url'], ['params', 'url'], ['params', 'req'], ['params', 'text', 'url'], ['id', 'a']])
    expect(findValue(message, ...keys)).toBeUndefined()
})

test('what the first bytes do not reach is not found', () => {
  for (let end = 0; end < message.length; end += 1) {
    const url = readValue(
      message.subarray(0, end),
      findValue(message.subarray(0, end), 'params', 'request', 'url'),
    )
    expect([undefined, 'data:,x']).toContain(url)
  }
  const url = findValue(message, 'params', 'request', 'url')!
  expect(beginsWith(message.subarray(0, url + 3), url, 'data:')).toBe(false)
})
