import { describe, expect, test } from '@jest/globals'
import { environment } from './config.ts'
import { nextDelayMs, parseRetryAfter } from './schedule.ts'

const S = 1000
const M = 60 * S
const H = 60 * M
const delaysMs = (environment.WEBHOOK_RETRY_DELAYS as { default?: number[] }).default!

describe('the delay before the next attempt', () => {
  test('follows the schedule, with eight attempts in total', () => {
    const delays = [1, 2, 3, 4, 5, 6, 7, 8].map((attemptsMade) =>
      nextDelayMs({ attemptsMade, delaysMs, random: 0 }),
    )
    expect(delays).toEqual([5 * S, 5 * M, 30 * M, 2 * H, 5 * H, 10 * H, 10 * H, undefined])
  })

  test('has random jitter of at most 10 %', () => {
    expect(nextDelayMs({ attemptsMade: 2, delaysMs, random: 1 })).toBe(5.5 * M)
    const drawn = Array.from({ length: 50 }, () => nextDelayMs({ attemptsMade: 2, delaysMs })!)
    expect(new Set(drawn).size).toBeGreaterThan(10)
    expect(Math.min(...drawn)).toBeGreaterThanOrEqual(5 * M)
    expect(Math.max(...drawn)).toBeLessThanOrEqual(5.5 * M)
  })

  test.each([
    ['the value of Retry-After', { attemptsMade: 1, retryAfterMs: 90 * S }, 90 * S],
    ['the schedule when Retry-After asks for less', { attemptsMade: 2, retryAfterMs: 90 * S }, 5 * M],
    ['120 s at most while the schedule is short', { attemptsMade: 1, retryAfterMs: H }, 120 * S],
    ['twice the schedule at most when that is longer', { attemptsMade: 2, retryAfterMs: H }, 10 * M],
    ['60 s after a 429', { attemptsMade: 1, status: 429 }, 60 * S],
    ['the schedule after a 429 when that is longer', { attemptsMade: 2, status: 429 }, 5 * M],
    ['what Retry-After asks for after a 429', { attemptsMade: 1, status: 429, retryAfterMs: 70 * S }, 70 * S],
    ['the schedule after a 503', { attemptsMade: 1, status: 503 }, 5 * S],
  ])('is %s', (_, given, delay) => {
    expect(nextDelayMs({ delaysMs, random: 0, ...given })).toBe(delay)
  })
})

describe('Retry-After', () => {
  const now = Date.UTC(2026, 0, 2, 3, 4, 5)

  test.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Fri, 02 Jan 2026 03:05:05 GMT', 60_000],
    ['Fri, 02 Jan 2026 03:00:00 GMT', 0],
  ])('parses %j', (header, ms) => {
    expect(parseRetryAfter(header, now)).toBe(ms)
  })

  test.each([undefined, '', 'soon', '-5', '1.5', '1e3', '99999999999'])('ignores %j', (header) => {
    expect(parseRetryAfter(header, now)).toBeUndefined()
  })
})
