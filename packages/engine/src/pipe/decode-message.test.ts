import { expect, test } from '@jest/globals'
import { decodeMessage } from './decode-message.ts'
import { encodeMessage } from './encode-message.ts'

const FILE = Buffer.from([1, 2, 3, 0xff])
/** `{ data: FILE }`, as browsers encode files. */
const WITH_FILE = Buffer.concat([
  Buffer.from('d8185a0000000dbf6464617461d644', 'hex'),
  FILE,
  Buffer.from([0xff]),
])

test('a file is a buffer or base64', () => {
  expect(decodeMessage(WITH_FILE, 'buffer')).toEqual({ data: FILE })
  expect(decodeMessage(WITH_FILE)).toEqual({ data: FILE.toString('base64') })
})

test('a message that was cut off anywhere, or holds something else, is refused', () => {
  const message = encodeMessage({ id: 300, text: 'x'.repeat(30), list: [1.5, { a: true }] })
  for (let end = 0; end < message.length; end += 1)
    expect(() => decodeMessage(message.subarray(0, end))).toThrow()
  for (const odd of ['1b0000000000000001', 'c0', 'f7', '9b', '7f'])
    expect(() => decodeMessage(Buffer.from(`d8185a00000000bf6161${odd}ff`, 'hex'))).toThrow()
})
