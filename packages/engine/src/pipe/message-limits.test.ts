import { expect, test } from '@jest/globals'
import { messageLimit, sessionAtEnd } from './message-limits.ts'

const MB = 1024 ** 2
const event = (method: string, params: object = {}) =>
  Buffer.from(JSON.stringify({ method, params, sessionId: '0AF' }))

test.each([
  ['a reply', Buffer.from('{"id":1,"result":{"data":"'), 400 * MB],
  ['an archive of a page', Buffer.from('{"id":7,"result":{"data":"From: <Saved by Blink>\\r\\n'), 100 * MB],
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

test('the session of a message is found at its end', () => {
  expect(sessionAtEnd(event('Log.entryAdded', { text: ',"sessionId":"1"}' }).subarray(-30))).toBe('0AF')
  expect(sessionAtEnd(Buffer.from('{"method":"Target.targetCreated","params":{}}'))).toBeUndefined()
})
