import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { createReach } from './reach.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

test('stops trying when the total time for failed attempts is used up', async () => {
  const reach = createReach()
  const given: number[] = []
  const failing = (timeoutMs: number) => {
    given.push(timeoutMs)
    return new Promise((_, reject) => setTimeout(reject, timeoutMs))
  }
  expect(await reach(async () => 'clicked')).toBe(true)
  for (let times = 0; times < 5; times++) {
    const reached = reach(failing)
    await jest.advanceTimersByTimeAsync(1000)
    expect(await reached).toBe(false)
  }
  expect(given).toEqual([1000, 1000, 1000])
  expect(await reach(async () => 'clicked')).toBe(false)
})
