import { expect, test } from '@jest/globals'
import { PassThrough } from 'node:stream'
import { TOO_LONG_REPLY } from '../protocol/errors.ts'
import { decodeMessage } from './decode-message.ts'
import { createDevtoolsPipe } from './devtools-pipe.ts'
import { encodeMessage } from './encode-message.ts'

const MB = 1024 ** 2

function start() {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const { promise: broken, resolve: onBroken } = Promise.withResolvers<void>()
  const pipe = createDevtoolsPipe({ input, output, eventBytesPerPage: 1, placesWindows: true, onBroken })
  const message = new Promise((onmessage) => void Object.assign(pipe, { onmessage }))
  return { pipe, input, output, broken, message }
}

test('the reply with an archive that is much too large is an error, and its page goes on', async () => {
  const { input, output, message } = start()
  const data = `From: <Saved by Blink>${'x'.repeat(101 * MB)}`
  output.write(encodeMessage({ id: 7, result: { data }, sessionId: 'A' }))
  expect(await message).toEqual({ id: 7, sessionId: 'A', error: { message: TOO_LONG_REPLY } })
  expect(input.readableLength).toBe(0)
})

test('a call without Playwright fails when its archive is much too large', async () => {
  const { pipe, input, output } = start()
  const reading = pipe.direct.open('A').read('Page.captureSnapshot')
  const { id } = decodeMessage(input.read() as Buffer) as { id: number }
  const data = `From: <Saved by Blink>${'x'.repeat(101 * MB)}`
  output.write(encodeMessage({ id, result: { data }, sessionId: 'A' }))
  await expect(reading).rejects.toThrow(TOO_LONG_REPLY)
})

test('messages of Playwright are encoded, and what the browser sends is decoded', async () => {
  const { pipe, input, output, message } = start()
  const [call, reply] = [
    { id: 1, method: 'Runtime.evaluate', params: { expression: '"é"' } },
    { id: 1, result: { result: { value: 'é' } } },
  ]
  pipe.send(call)
  expect(decodeMessage(input.read() as Buffer)).toEqual(call)
  output.write(encodeMessage(reply))
  expect(await message).toEqual(reply)
})

test.each([
  ['has no envelope', Buffer.from('{"id":1,"result":{}}')],
  ['is incomplete', Buffer.from('d8185a00000002bf61', 'hex')],
])('a message that %s breaks the pipe', async (_, bytes) => {
  const { output, broken } = start()
  output.write(bytes)
  await broken
})
