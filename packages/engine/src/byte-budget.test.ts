import { describe, expect, test } from '@jest/globals'
import { array, assert, asyncProperty, integer } from 'fast-check'
import { setImmediate as turn } from 'node:timers/promises'
import { createByteBudget } from './byte-budget.ts'

const live = new AbortController().signal

/** Starts reservations and lists those that were granted, by name, in order. */
function start(totalBytes: number) {
  const budget = createByteBudget(totalBytes)
  const granted: string[] = []
  const reserve = async (name: string, bytes: number, signal = live): Promise<Disposable> => {
    const reservation = await budget.reserve(bytes, signal)
    granted.push(name)
    return reservation
  }
  return { granted, reserve }
}

describe('a byte budget', () => {
  test('grants what fits and lets the rest wait until enough is free', async () => {
    const { granted, reserve } = start(10)
    const first = await reserve('first', 6)
    const second = await reserve('second', 4)
    void reserve('third', 5)
    second[Symbol.dispose]()
    await turn()
    expect(granted).toEqual(['first', 'second'])
    first[Symbol.dispose]()
    await turn()
    expect(granted).toEqual(['first', 'second', 'third'])
  })

  test('grants in order of arrival, so that a large reservation is not overtaken', async () => {
    const { granted, reserve } = start(10)
    const first = await reserve('first', 6)
    const large = reserve('large', 9)
    void reserve('small', 1)
    await turn()
    expect(granted).toEqual(['first'])
    first[Symbol.dispose]()
    await large
    await turn()
    expect(granted).toEqual(['first', 'large', 'small'])
  })

  test('grants more than the whole budget alone', async () => {
    const { granted, reserve } = start(10)
    const first = await reserve('first', 1)
    const huge = reserve('huge', 1000)
    await turn()
    expect(granted).toEqual(['first'])
    first[Symbol.dispose]()
    const held = await huge
    void reserve('next', 1)
    await turn()
    expect(granted).toEqual(['first', 'huge'])
    held[Symbol.dispose]()
    await turn()
    expect(granted).toEqual(['first', 'huge', 'next'])
  })

  test('frees the bytes of a reservation once', async () => {
    const { granted, reserve } = start(10)
    const first = await reserve('first', 5)
    await reserve('second', 5)
    first[Symbol.dispose]()
    first[Symbol.dispose]()
    await reserve('third', 5)
    void reserve('fourth', 5)
    await turn()
    expect(granted).toEqual(['first', 'second', 'third'])
  })

  test('gives up a reservation that is aborted, and grants those behind it', async () => {
    const { granted, reserve } = start(10)
    await reserve('first', 6)
    const over = new AbortController()
    const large = reserve('large', 9, over.signal)
    const small = reserve('small', 4)
    over.abort(new Error('over'))
    await expect(large).rejects.toThrow('over')
    await small
    expect(granted).toEqual(['first', 'small'])
    await expect(reserve('late', 1, over.signal)).rejects.toThrow('over')
  })

  test('never grants more than there is, grants everything in the end, and leaves nothing reserved', async () => {
    const sizes = array(integer({ min: 1, max: 15 }), { minLength: 1, maxLength: 20 })
    await assert(
      asyncProperty(sizes, async (all) => {
        const budget = createByteBudget(10)
        let held = 0
        const use = async (size: number): Promise<void> => {
          using _ = await budget.reserve(size, live)
          held += Math.min(size, 10)
          expect(held).toBeLessThanOrEqual(10)
          await turn()
          held -= Math.min(size, 10)
        }
        await Promise.all(all.map(use))
        using _ = await budget.reserve(10, live)
      }),
      { numRuns: 50 },
    )
  })
})
