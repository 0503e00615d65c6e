import { expect, test } from '@jest/globals'
import { PassThrough } from 'node:stream'
import { TOO_LONG_REPLY } from '../protocol/errors.ts'
import { createDevtoolsPipe } from './devtools-pipe.ts'

const PART = Buffer.alloc(10 * 1024 ** 2, 'x')

test('the reply with an archive that is much too large is an error, and its page goes on', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const onBroken = (): void => {
    throw new Error('The pipe is broken.')
  }
  const pipe = createDevtoolsPipe({ input, output, eventBytesPerPage: 1, onBroken })
  const replied = new Promise((onmessage) => void Object.assign(pipe, { onmessage }))
  output.write('{"id":7,"result":{"data":"From: <Saved by Blink>')
  for (let part = 0; part <= 10; part += 1) output.write(PART)
  output.write('"},"sessionId":"A"}\0')
  expect(await replied).toEqual({ id: 7, sessionId: 'A', error: { message: TOO_LONG_REPLY } })
  expect(input.readableLength).toBe(0)
})
