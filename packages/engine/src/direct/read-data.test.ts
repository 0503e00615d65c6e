import { expect, test } from '@jest/globals'
import { randomBytes } from 'node:crypto'
import { readData } from './read-data.ts'

test.each([1, 6, 100_000, 200_000])('a reply with a file of %i bytes is decoded', (bytes) => {
  const file = randomBytes(bytes)
  const reply = { id: -1002, result: { data: file.toString('base64') }, sessionId: 'A' }
  expect(readData(Buffer.from(JSON.stringify(reply)))).toEqual(file)
})

test.each([
  ['an error', { id: -1002, error: { code: -32_000, message: '"result":{"data":"' } }],
  ['another result', { id: -1002, result: { frameId: 'A', data: 'B' } }],
])('a reply with %s has no file', (_, reply) => {
  expect(readData(Buffer.from(JSON.stringify(reply)))).toBeUndefined()
})
