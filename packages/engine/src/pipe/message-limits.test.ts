import { expect, test } from '@jest/globals'
import { encodeMessage } from './encode-message.ts'
import { archiveCall, callOf, messageLimit, methodOf, sessionAtEnd } from './message-limits.ts'

const MB = 1024 ** 2
const event = (method: string, params: object = {}) => encodeMessage({ method, params, sessionId: '0AF' })
const reply = (id: number, data: string) => encodeMessage({ id, result: { data } })
const ARCHIVE = 'From: <Saved by Blink>\r\n'

test.each([
  ['a reply', reply(1, ''), 400 * MB],
  ['an archive of a page', reply(7, ARCHIVE), 100 * MB],
  ['an event', event('Page.frameNavigated'), 64 * MB],
  ['a call of a binding', event('Runtime.bindingCalled'), MB / 16],
  ['console output', event('Runtime.consoleAPICalled', { args: [{ value: 'x' }] }), 0],
  [
    'the mark of a written document',
    event('Runtime.consoleAPICalled', { args: ['--playwright--set--content--1--'] }),
    MB / 16,
  ],
  ['an uncaught error', event('Runtime.exceptionThrown'), 0],
  ['a frame of a WebSocket', event('Network.webSocketFrameReceived'), 0],
  ['a request', event('Network.requestWillBeSent', { request: { url: 'https://a.example/' } }), 64 * MB],
  ['a request for a data: address', event('Network.requestWillBeSent', { request: { url: 'data:,x' } }), 0],
  ['a response to one', event('Network.responseReceived', { response: { url: 'data:,x' } }), 0],
])('%s has its limit', (_, head, limit) => {
  expect(messageLimit(head)).toBe(limit)
})

test('no text of a page passes for a request of a data: address', () => {
  const address = encodeMessage({ request: { url: 'data:,x' } })
  const stack = address.subarray(0, address.length & ~1).toString('utf16le')
  const params = { stack, request: { url: 'https://a.example/' } }
  expect(messageLimit(event('Network.requestWillBeSent', params))).toBe(64 * MB)
})

test('replies are told by their ids, events by their names', () => {
  expect([callOf(reply(-1002, '')), methodOf(reply(-1002, ''))]).toEqual([-1002, undefined])
  expect([callOf(event('Log.entryAdded')), methodOf(event('Log.entryAdded'))]).toEqual([
    undefined,
    'Log.entryAdded',
  ])
  expect([archiveCall(reply(7, ARCHIVE)), archiveCall(reply(7, 'From: me'))]).toEqual([7, undefined])
})

test('the session of a message is found at its end', () => {
  expect(sessionAtEnd(event('Log.entryAdded', { sessionId: '1' }).subarray(-30))).toBe('0AF')
  expect(
    sessionAtEnd(encodeMessage({ method: 'Target.detached', params: { sessionId: '1' } })),
  ).toBeUndefined()
})
