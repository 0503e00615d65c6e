import { describe, expect, test } from '@jest/globals'
import { BrowserCrashed, RetryWanted } from '@render/engine'
import { RenderError } from '@render/errors'
import type { RenderJob } from '@render/jobs'
import { resolveOptions, type GivenOptions } from '@render/options'
import type { CrashHistory } from './crash-history.ts'
import { decideRetry } from './decide-retry.ts'

type Reason = BrowserCrashed['reason']

const S = 1000
const M = 60 * S
const startedAt = 1_767_312_000_000

interface Before extends Pick<RenderJob, 'postponed' | 'retried'> {
  history?: CrashHistory
  tookMs?: number
}

/** Returns the decision after an attempt of a render with these options. */
function decide(error: unknown, given: GivenOptions = {}, { history, tookMs = S, ...job }: Before = {}) {
  const data = { options: resolveOptions({ html: '<p>', ...given }), ...job } as RenderJob
  return decideRetry({
    error,
    job: { data, stalledCounter: 0 },
    history,
    startedAt,
    endedAt: startedAt + tookMs,
  })
}

describe('after no browser could be started', () => {
  const error = new BrowserCrashed('launch')

  test.each([
    [0, 500],
    [1, 1000],
    [5, 16_000],
    [6, 30_000],
    [20, 30_000],
  ])('the attempt after %d delays is delayed by %d ms', (times, delayMs) => {
    const since = startedAt - M
    expect(decide(error, {}, { postponed: { since, times } })).toEqual({
      retry: { reason: 'launch', delayMs, changes: { postponed: { since, times: times + 1 } } },
    })
  })

  test('the first delay counts from the start of the attempt', () => {
    expect(decide(error)).toMatchObject({ retry: { changes: { postponed: { since: startedAt, times: 1 } } } })
  })

  test('the render fails with RenderTimeoutError once its time does not suffice for the delay', () => {
    const decision = decide(error, {}, { postponed: { since: startedAt - 15 * M + 31 * S, times: 20 } })
    expect(decision).toEqual({
      failure: expect.objectContaining({ code: 'RenderTimeoutError', cause: error }),
    })
  })
})

describe('after a crash of the browser', () => {
  const crash = (reason: Reason = 'crash') => new BrowserCrashed(reason)
  const history = { startedAt: startedAt - M, soloCrashes: 1, workerCrashes: 0, crashedMs: 2 * S }
  const stored = { startedAt: startedAt - M, lonelyDeaths: 2, workerDeaths: 0, crashedMs: 3 * S }

  test('the next attempt knows the crash and how long the attempt took', () => {
    expect(decide(crash(), {}, { history })).toEqual({
      retry: { reason: 'crash', delayMs: 500, changes: { history: stored } },
    })
  })

  test('that no page can cause, the next attempt has the same history', () => {
    const unchanged = { ...stored, lonelyDeaths: 1, crashedMs: 2 * S }
    expect(decide(crash('proxy'), { retry_on: ['crash'] }, { history })).toEqual({
      retry: { reason: 'proxy', delayMs: 500, changes: { history: unchanged } },
    })
  })

  test('the caller has one retry less when "retry_on" has "crash"', () => {
    expect(decide(crash(), { retry_on: ['crash'], max_retries: 1 }, { history })).toMatchObject({
      retry: { changes: { history: stored, retried: { since: startedAt, times: 1 } } },
    })
    const none = decide(crash(), { retry_on: ['crash'], max_retries: 0 }, { history })
    expect(none).toMatchObject({ retry: { changes: expect.not.objectContaining({ retried: {} }) } })
  })

  test.each<[string, Reason, Before]>([
    ['was the third solo crash of the render', 'crash', { history: { ...history, soloCrashes: 2 } }],
    ['is certain to come again', 'memory', { history }],
    ['came after the time of "timeout" and 15 s', 'crash', { history, tookMs: 44 * S }],
    ['came at the end of all attempts', 'proxy', { history, tookMs: 14 * M - 500 }],
  ])('that %s, the render fails with it', (_, reason, before) => {
    const error = crash(reason)
    expect(decide(error, { timeout: 30 * S }, before)).toEqual({ failure: error })
  })
})

test('a crash late in an attempt that may take longer than "timeout" is retried', () => {
  const late = (given: GivenOptions, tookMs: number) =>
    decide(
      new BrowserCrashed('renderer', undefined, { wasSolo: true }),
      { timeout: 30 * S, ...given },
      { tookMs },
    )
  const retried = expect.objectContaining({ retry: expect.anything() })
  const failed = expect.objectContaining({ failure: expect.anything() })
  expect([late({}, 22 * S), late({}, 23 * S)]).toEqual([retried, failed])
  expect([late({ delay: 10 * S }, 27 * S), late({ delay: 10 * S }, 28 * S)]).toEqual([retried, failed])
  expect(late({ format: 'mp4' }, 30 * S)).toEqual(retried)
  expect(late({ format: 'mp4', video_time: 1000 }, 30 * S)).toEqual(failed)
  expect(late({ format: 'webm', video_scroll: true }, 100 * S)).toEqual(retried)
})

describe('after a condition of "retry_on" was met', () => {
  const given = { retry_on: ['503', 'timeout'], retry_delay_ms: 1000, max_retries: 3 }
  const met = new RetryWanted('503', 'Requested URL returned 503')

  test.each([
    [0, 1000],
    [2, 4000],
  ])('the attempt after %d retries is delayed by about %d ms', (times, delayMs) => {
    const since = startedAt - M
    const decisions = Array.from({ length: 50 }, () => decide(met, given, { retried: { since, times } }))
    const delays = decisions.map((decision) => ('retry' in decision ? decision.retry.delayMs : NaN))
    expect(decisions[0]).toEqual({
      retry: {
        reason: 'condition',
        condition: '503',
        delayMs: delays[0],
        changes: { retried: { since, times: times + 1 } },
      },
    })
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(0.8 * delayMs)
    expect(Math.max(...delays)).toBeLessThanOrEqual(1.2 * delayMs)
    expect(new Set(delays).size).toBeGreaterThan(10)
  })

  test('a timeout is such a condition only when it is named', () => {
    const error = new RenderError('RenderTimeoutError')
    expect(decide(error, given)).toMatchObject({ retry: { condition: 'timeout' } })
    expect(decide(error, { retry_on: ['503'] })).toEqual({ failure: error })
  })

  test('the last attempt ends the render', () => {
    const retried = { since: startedAt, times: 3 }
    const error = new RenderError('RenderTimeoutError')
    expect(decide(error, given, { retried })).toEqual({ failure: error })
    expect(decide(met, given, { retried })).toMatchObject({
      failure: { code: 'RenderFailedError', details: [{ option: 'fail_on_retry_conditions' }] },
    })
  })

  test('the render fails with RenderTimeoutError when its time does not suffice for the delay', () => {
    const retried = { since: startedAt - 15 * M + 1500, times: 0 }
    expect(decide(met, given, { retried })).toMatchObject({ failure: { code: 'RenderTimeoutError' } })
  })
})

test('any other error ends the render', () => {
  const error = new RenderError('NavigationError')
  expect(decide(error, { retry_on: ['all'] })).toEqual({ failure: error })
})
