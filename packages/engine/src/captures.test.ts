import { describe, expect, test } from '@jest/globals'
import { setTimeout as sleep } from 'node:timers/promises'
import { createCaptures } from './captures.ts'

const live = new AbortController().signal
const SMALL = 1_000_000
const TALL = 9_000_000
const settle = () => sleep(5)

/** Work that runs until the test ends it, oldest first. */
function endless() {
  const running: (() => void)[] = []
  const work = () => new Promise<void>((resolve) => running.push(resolve))
  const endOne = async () => {
    running.shift()?.()
    await settle()
  }
  return { running, work, endOne }
}

describe('captures', () => {
  test('run as many at once as there are cores, the rest after them', async () => {
    const captures = createCaptures(2)
    const { running, work, endOne } = endless()
    const all = Promise.all(Array.from({ length: 5 }, () => captures.run(SMALL, work, live)))
    await settle()
    for (const left of [2, 2, 2, 2, 1]) {
      expect(running).toHaveLength(left)
      await endOne()
    }
    await all
  })

  test('of tall pictures run one at a time, beside others', async () => {
    const captures = createCaptures(3)
    const [tall, small] = [endless(), endless()]
    const all = Promise.all([
      ...[1, 2, 3].map(() => captures.run(TALL, tall.work, live)),
      captures.run(SMALL, small.work, live),
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

  test('that fail make room', async () => {
    const captures = createCaptures(1)
    await expect(captures.run(SMALL, () => Promise.reject(new Error('bad')), live)).rejects.toThrow('bad')
    expect(await captures.run(SMALL, () => Promise.resolve('next'), live)).toBe('next')
  })

  test('that never end keep others out only for a while', async () => {
    const captures = createCaptures(1, 20)
    const { work } = endless()
    void captures.run(SMALL, work, live)
    expect(await captures.run(SMALL, () => Promise.resolve('next'), live)).toBe('next')
  })

  test('whose render is over make room, waiting or running', async () => {
    const captures = createCaptures(1)
    const { work } = endless()
    const over = new AbortController()
    void captures.run(SMALL, work, over.signal)
    await settle()
    const waiting = captures.run(SMALL, work, over.signal)
    const next = captures.run(SMALL, () => Promise.resolve('next'), live)
    over.abort(new Error('over'))
    await expect(waiting).rejects.toThrow('over')
    expect(await next).toBe('next')
  })

  test('are not begun for a render that is over', async () => {
    const captures = createCaptures(1)
    const { running, work } = endless()
    const over = new AbortController()
    const begun = captures.run(SMALL, work, over.signal)
    over.abort(new Error('over'))
    await expect(begun).rejects.toThrow('over')
    expect(running).toEqual([])
    expect(await captures.run(SMALL, () => Promise.resolve('next'), live)).toBe('next')
  })
})
