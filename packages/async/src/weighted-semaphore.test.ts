import { describe, expect, test } from '@jest/globals'
import { array, assert, asyncProperty, integer } from 'fast-check'
import { setImmediate as turn } from 'node:timers/promises'
import { createWeightedSemaphore } from './weighted-semaphore.ts'

const live = new AbortController().signal

/** Lists by name, in order, what was granted. */
function start(total: number) {
  const semaphore = createWeightedSemaphore(total)
  const granted: string[] = []
  const acquire = async (name: string, weight: number, signal = live): Promise<Disposable> => {
    const held = await semaphore.acquire(weight, signal)
    granted.push(name)
    return held
  }
  return { granted, acquire }
}

describe('a weighted semaphore', () => {
  test('grants what fits and lets the rest wait until enough is free', async () => {
    const { granted, acquire } = start(10)
    const first = await acquire('first', 6)
    const second = await acquire('second', 4)
    void acquire('third', 5)
    second[Symbol.dispose]()
    await turn()
    expect(granted).toEqual(['first', 'second'])
    first[Symbol.dispose]()
    await turn()
    expect(granted).toEqual(['first', 'second', 'third'])
  })

  test('grants in order of arrival, so that a large weight is not overtaken', async () => {
    const { granted, acquire } = start(10)
    const first = await acquire('first', 6)
    const large = acquire('large', 9)
    void acquire('small', 1)
    await turn()
    expect(granted).toEqual(['first'])
    first[Symbol.dispose]()
    await large
    await turn()
    expect(granted).toEqual(['first', 'large', 'small'])
  })

  test('grants more than the total alone', async () => {
    const { granted, acquire } = start(10)
    const first = await acquire('first', 1)
    const huge = acquire('huge', 1000)
    await turn()
    expect(granted).toEqual(['first'])
    first[Symbol.dispose]()
    const held = await huge
    void acquire('next', 1)
    await turn()
    expect(granted).toEqual(['first', 'huge'])
    held[Symbol.dispose]()
    await turn()
    expect(granted).toEqual(['first', 'huge', 'next'])
  })

  test('frees a weight once', async () => {
    const { granted, acquire } = start(10)
    const first = await acquire('first', 5)
    await acquire('second', 5)
    first[Symbol.dispose]()
    first[Symbol.dispose]()
    await acquire('third', 5)
    void acquire('fourth', 5)
    await turn()
    expect(granted).toEqual(['first', 'second', 'third'])
  })

  test('gives up a wait that is aborted, and grants those behind it', async () => {
    const { granted, acquire } = start(10)
    await acquire('first', 6)
    const over = new AbortController()
    const large = acquire('large', 9, over.signal)
    const small = acquire('small', 4)
    over.abort(new Error('over'))
    await expect(large).rejects.toThrow('over')
    await small
    expect(granted).toEqual(['first', 'small'])
    await expect(acquire('late', 1, over.signal)).rejects.toThrow('over')
  })

  test('grants the total alone, and what comes later only after it', async () => {
    const { granted, acquire } = start(Number.MAX_SAFE_INTEGER)
    const first = await acquire('first', 1)
    const second = await acquire('second', 1)
    const all = acquire('all', Number.MAX_SAFE_INTEGER)
    void acquire('later', 1)
    first[Symbol.dispose]()
    await turn()
    expect(granted).toEqual(['first', 'second'])
    second[Symbol.dispose]()
    const held = await all
    await turn()
    expect(granted).toEqual(['first', 'second', 'all'])
    held[Symbol.dispose]()
    await turn()
    expect(granted).toEqual(['first', 'second', 'all', 'later'])
  })

  test('never grants more than there is, grants everything in the end, and leaves nothing held', async () => {
    const sizes = array(integer({ min: 1, max: 15 }), { minLength: 1, maxLength: 20 })
    await assert(
      asyncProperty(sizes, async (all) => {
        const semaphore = createWeightedSemaphore(10)
        let held = 0
        const use = async (size: number): Promise<void> => {
          using _ = await semaphore.acquire(size, live)
          held += Math.min(size, 10)
          expect(held).toBeLessThanOrEqual(10)
          await turn()
          held -= Math.min(size, 10)
        }
        await Promise.all(all.map(use))
        using _ = await semaphore.acquire(10, live)
      }),
      { numRuns: 50 },
    )
  })
})
