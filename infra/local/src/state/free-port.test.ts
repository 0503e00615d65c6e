import { describe, expect, test } from '@jest/globals'
import { createPortFinder, freePort } from './free-port.ts'

const take = (find: () => Promise<number>) => Promise.all(Array.from({ length: 300 }, find))

describe('free ports', () => {
  test('are all different, although nothing listens on them yet', async () => {
    expect(new Set(await take(freePort)).size).toBe(300)
  })

  test('of two test processes are different', async () => {
    // No run has so many: ports that are tried here would not be free for the others at that moment.
    const [mine, others] = await Promise.all([take(createPortFinder('8')), take(createPortFinder('9'))])
    expect(new Set([...mine, ...others]).size).toBe(600)
  })
})
