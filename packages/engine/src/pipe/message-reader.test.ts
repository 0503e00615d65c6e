import { describe, expect, test } from '@jest/globals'
import { createMessageReader } from './message-reader.ts'

/** Reads a stream in chunks of a size and returns what became of its messages. */
function read(text: string, chunkSize: number, limitOf: (head: string) => number) {
  const results: (string | { tail: string; bytes: number; isTooLong: boolean })[] = []
  const take = createMessageReader({
    limitOf: (head) => limitOf(head.toString()),
    receive: (message) => results.push(message.toString()),
    skip: (tail, size) => results.push({ tail: tail.toString(), ...size }),
  })
  const stream = Buffer.from(text)
  for (let start = 0; start < stream.length; start += chunkSize)
    take(stream.subarray(start, start + chunkSize))
  return results
}

describe('messages of a stream', () => {
  const long = `${'x'.repeat(9_000)}é`
  test.each([1, 2, 7, 4096, 100_000])('are whole whatever its chunks of %i bytes hold', (chunkSize) => {
    expect(read(`a\0bc\0${long}\0d\0`, chunkSize, () => Infinity)).toEqual(['a', 'bc', long, 'd'])
  })

  test.each([1, 130, 4096, 100_000])(
    'are skipped by their first bytes, in chunks of %i bytes',
    (chunkSize) => {
      const skipped = `no ${'x'.repeat(9_000)} the end`
      const results = read(`yes\0${skipped}\0yes 2\0`, chunkSize, (head) => (head.startsWith('no') ? 0 : 100))
      expect(results).toEqual([
        'yes',
        { tail: skipped.slice(-128), bytes: skipped.length, isTooLong: false },
        'yes 2',
      ])
    },
  )

  test.each([1, 4096, 100_000])(
    'are skipped when they exceed their limit, in chunks of %i bytes',
    (chunkSize) => {
      const results = read(`${long}\0ok\0`, chunkSize, () => 5_000)
      expect(results).toEqual([{ tail: long.slice(-127), bytes: 9_002, isTooLong: true }, 'ok'])
    },
  )

  test('are judged by at least 4 kB of those that are longer', () => {
    const heads: number[] = []
    read(`${'x'.repeat(5_000)}\0short\0`, 1_000, (head) => heads.push(head.length))
    expect(heads).toEqual([5_000, 5])
  })
})
