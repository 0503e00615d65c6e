import { describe, expect, test } from '@jest/globals'
import { encodeMessage } from './encode-message.ts'
import { createMessageReader } from './message-reader.ts'

/** A message with some text, in its envelope. */
function message(text: string): Buffer {
  return Buffer.from(encodeMessage({ text }))
}

/** Reads a stream in chunks of a size and returns what became of its messages. */
function read(stream: Buffer[], chunkSize: number, limitOf: (head: string) => number) {
  const results: (Buffer | string | { tail: Buffer; bytes: number; isTooLong: boolean })[] = []
  const take = createMessageReader({
    limitOf: (head) => limitOf(head.toString('latin1')),
    receive: (whole) => results.push(whole),
    skip: (tail, size) => results.push({ tail, ...size }),
    onBroken: () => results.push('broken'),
  })
  const bytes = Buffer.concat(stream)
  for (let start = 0; start < bytes.length; start += chunkSize) take(bytes.subarray(start, start + chunkSize))
  return results
}

describe('messages of a stream', () => {
  const [short, long] = [message('a'), message(`${'x'.repeat(9_000)}é`)]
  test.each([1, 2, 7, 4096, 100_000])('are whole whatever its chunks of %i bytes hold', (chunkSize) => {
    const stream = [short, short, long, short]
    expect(read(stream, chunkSize, () => Infinity)).toEqual(stream)
  })

  test.each([1, 130, 4096, 100_000])(
    'are skipped by their first bytes, in chunks of %i bytes',
    (chunkSize) => {
      const skipped = message(`no ${'x'.repeat(9_000)} the end`)
      const results = read([short, skipped, short], chunkSize, (head) => (head.includes('no ') ? 0 : 100))
      expect(results).toEqual([
        short,
        { tail: skipped.subarray(-128), bytes: skipped.length, isTooLong: false },
        short,
      ])
    },
  )

  test.each([1, 4096, 100_000])(
    'are skipped when they exceed their limit, in chunks of %i bytes',
    (chunkSize) => {
      const results = read([long, short], chunkSize, () => 5_000)
      expect(results).toEqual([{ tail: long.subarray(-128), bytes: long.length, isTooLong: true }, short])
    },
  )

  test('are judged by at least 4 kB of those that are longer', () => {
    const heads: number[] = []
    read([message('x'.repeat(4_900)), short], 1_000, (head) => heads.push(head.length))
    expect(heads).toEqual([message('x'.repeat(4_900)).length, short.length])
  })

  test.each([1, 100])('end with something that has no envelope, in chunks of %i bytes', (chunkSize) => {
    const results = read([short, Buffer.from('{"method":"a"}'), short], chunkSize, () => Infinity)
    expect(results).toEqual([short, 'broken'])
  })
})
