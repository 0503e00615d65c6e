import { describe, expect, test } from '@jest/globals'
import { setTimeout as sleep } from 'node:timers/promises'
import { createCpuSemaphore } from './cpu-semaphore.ts'

const live = new AbortController().signal
const SMALL = 1_000_000
const TALL = 9_000_000
const settle = () => sleep(5)

/** Returns work that runs until the test ends it, oldest first. */
function endless() {
  const running: (() => void)[] = []
  const work = () => new Promise<void>((resolve) => running.push(resolve))
  const endOne = async () => {
    running.shift()?.()
    await settle()
  }
  return { running, work, endOne }
}

describe('the CPU semaphore', () => {
  test('runs one piece of work per core at a time, the rest afterwards', async () => {
    const cpuSemaphore = createCpuSemaphore(2)
    const { running, work, endOne } = endless()
    const all = Promise.all(Array.from({ length: 5 }, () => cpuSemaphore.run(SMALL, work, live)))
    await settle()
    for (const left of [2, 2, 2, 2, 1]) {
      expect(running).toHaveLength(left)
      await endOne()
    }
    await all
  })

  test('runs work on tall pictures one at a time, beside other work', async () => {
    const cpuSemaphore = createCpuSemaphore(3)
    const [tall, small] = [endless(), endless()]
    const all = Promise.all([
      ...[1, 2, 3].map(() => cpuSemaphore.run(TALL, tall.work, live)),
      cpuSemaphore.run(SMALL, small.work, live),
    ])
    await settle()
    expect(small.running).toHaveLength(1)
    for (let left = 3; left > 0; left--) {
      expect(tall.running).toHaveLength(1)
      await tall.endOne()
    }
    await small.endOne()
    await all
  })

  test('releases the place of work that fails', async () => {
    const cpuSemaphore = createCpuSemaphore(1)
    await expect(cpuSemaphore.run(SMALL, () => Promise.reject(new Error('bad')), live)).rejects.toThrow('bad')
    const worse = () => {
      throw new Error('worse')
    }
    await expect(cpuSemaphore.run(SMALL, worse, live)).rejects.toThrow('worse')
    expect(await cpuSemaphore.run(SMALL, () => Promise.resolve('next'), live)).toBe('next')
  })

  test('releases the place of work that exceeds the hold time', async () => {
    const cpuSemaphore = createCpuSemaphore(1, 20)
    const { work } = endless()
    void cpuSemaphore.run(SMALL, work, live)
    expect(await cpuSemaphore.run(SMALL, () => Promise.resolve('next'), live)).toBe('next')
  })

  test.each([SMALL, TALL])(
    'releases the place of work that gives it up, and only once: %i',
    async (pixels) => {
      const cpuSemaphore = createCpuSemaphore(1)
      const first = Promise.withResolvers<void>()
      const working = cpuSemaphore.run(
        pixels,
        (release) => {
          release()
          release()
          return first.promise
        },
        live,
      )
      const { running, work, endOne } = endless()
      const all = Promise.all([1, 2].map(() => cpuSemaphore.run(pixels, work, live)))
      await settle()
      first.resolve()
      await working
      for (let left = 2; left > 0; left--) {
        expect(running).toHaveLength(1)
        await endOne()
      }
      await all
    },
  )

  test('releases the place of work whose render is aborted, waiting or running', async () => {
    const cpuSemaphore = createCpuSemaphore(1)
    const { work } = endless()
    const over = new AbortController()
    void cpuSemaphore.run(SMALL, work, over.signal)
    await settle()
    const waiting = cpuSemaphore.run(SMALL, work, over.signal)
    const next = cpuSemaphore.run(SMALL, () => Promise.resolve('next'), live)
    over.abort(new Error('over'))
    await expect(waiting).rejects.toThrow('over')
    expect(await next).toBe('next')
  })

  test('does not start work of a render that is aborted', async () => {
    const cpuSemaphore = createCpuSemaphore(1)
    const { running, work } = endless()
    const over = new AbortController()
    const begun = cpuSemaphore.run(SMALL, work, over.signal)
    over.abort(new Error('over'))
    await expect(begun).rejects.toThrow('over')
    expect(running).toEqual([])
    expect(await cpuSemaphore.run(SMALL, () => Promise.resolve('next'), live)).toBe('next')
  })
})
