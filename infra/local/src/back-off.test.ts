import { describe, expect, test } from '@jest/globals'
import { backOff } from './back-off.ts'

describe('back-off', () => {
  test('the first death is followed by a start almost at once', () => {
    expect(backOff([5_000])).toEqual({ delayMs: 200, crashLoop: false })
  })

  test('each further death within a minute doubles the pause', () => {
    expect(backOff([0, 1_000]).delayMs).toBe(400)
    expect(backOff([0, 1_000, 2_000]).delayMs).toBe(800)
    expect(backOff([0, 1_000, 2_000, 3_000])).toEqual({ delayMs: 1_600, crashLoop: false })
  })

  test('the fifth death within a minute is a crash loop, tried again only every half minute', () => {
    expect(backOff([0, 1_000, 2_000, 3_000, 4_000])).toEqual({ delayMs: 30_000, crashLoop: true })
  })

  test('deaths longer ago than a minute are forgiven', () => {
    expect(backOff([0, 1_000, 2_000, 3_000, 61_500])).toEqual({ delayMs: 800, crashLoop: false })
    expect(backOff([0, 1_000, 2_000, 3_000, 200_000])).toEqual({ delayMs: 200, crashLoop: false })
  })
})
