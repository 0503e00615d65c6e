import { describe, expect, test } from '@jest/globals'
import { backOff } from './back-off.ts'

describe('back-off', () => {
  test('restarts after 0.2 s when it is the first death', () => {
    expect(backOff([5_000])).toEqual({ delayMs: 200, crashLoop: false })
  })

  test('doubles the delay with each further death within a minute', () => {
    expect(backOff([0, 1_000]).delayMs).toBe(400)
    expect(backOff([0, 1_000, 2_000]).delayMs).toBe(800)
    expect(backOff([0, 1_000, 2_000, 3_000])).toEqual({ delayMs: 1_600, crashLoop: false })
  })

  test('reports a crash loop on the fifth death within a minute and retries every half minute', () => {
    expect(backOff([0, 1_000, 2_000, 3_000, 4_000])).toEqual({ delayMs: 30_000, crashLoop: true })
  })

  test('ignores deaths more than a minute ago', () => {
    expect(backOff([0, 1_000, 2_000, 3_000, 61_500])).toEqual({ delayMs: 800, crashLoop: false })
    expect(backOff([0, 1_000, 2_000, 3_000, 200_000])).toEqual({ delayMs: 200, crashLoop: false })
  })
})
