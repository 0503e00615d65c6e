import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import type { ElementHandle } from 'playwright-core'
import { realTime } from '../page-time/page-time.ts'
import { createReach } from './reach.ts'

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setImmediate', 'clearImmediate'] }))
afterEach(() => void jest.useRealTimers())

test('stops trying when the total time for failed attempts is used up', async () => {
  const reach = createReach(realTime)
  let attempts = 0
  const element = (click: (how: { signal: AbortSignal }) => Promise<unknown>) => ({ click }) as ElementHandle
  const reachable = element(async () => 'clicked')
  const covered = element(({ signal }) => {
    attempts += 1
    return new Promise((_, reject) => signal.addEventListener('abort', reject))
  })
  expect(await reach(reachable, { name: 'click' })).toBe(true)
  for (let times = 0; times < 5; times++) {
    const reached = reach(covered, { name: 'click' })
    await jest.advanceTimersByTimeAsync(1000)
    expect(await reached).toBe(false)
  }
  expect(attempts).toBe(3)
  expect(await reach(reachable, { name: 'click' })).toBe(false)
})
