import { expect, test } from '@jest/globals'
import { createReach } from './reach.ts'

test('what is not reached is waited for only so long in all', async () => {
  const reach = createReach()
  const given: number[] = []
  const inVain = (timeoutMs: number) => {
    given.push(timeoutMs)
    return new Promise((_, reject) => setTimeout(reject, timeoutMs))
  }
  expect(await reach(async () => 'clicked')).toBe(true)
  for (let times = 0; times < 5; times++) expect(await reach(inVain)).toBe(false)
  expect(given.length).toBeLessThanOrEqual(4)
  expect(given[0]).toBe(1000)
  expect(await reach(async () => 'clicked')).toBe(false)
})
