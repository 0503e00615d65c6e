import { expect, test } from '@jest/globals'
import { readData } from './read-data.ts'

const file = Buffer.from([0, 255, 128, 7, 62, 63])

test('a reply with a file is decoded', () => {
  const reply = { id: -1002, result: { data: file.toString('base64') }, sessionId: 'A' }
  expect(readData(Buffer.from(JSON.stringify(reply)))).toEqual(file)
})

test.each([
  ['an error', { id: -1002, error: { code: -32_000, message: '"result":{"data":"' } }],
  ['another result', { id: -1002, result: { frameId: 'A', data: 'B' } }],
])('a reply with %s has no file', (_, reply) => {
  expect(readData(Buffer.from(JSON.stringify(reply)))).toBeUndefined()
})
