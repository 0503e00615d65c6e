// Decides what follows a failed attempt.
import { BrowserCrashed, failedBy, RetryWanted } from '@render/engine'
import { RenderError } from '@render/errors'
import { optionsOf, type JobOf, type Postponement, type RenderJob } from '@render/jobs'
import type { PublicOptions } from '@render/options'
import {
  historyAfterCrash,
  isHopeless,
  isTooLate,
  storedHistory,
  type CrashHistory,
} from './crash-history.ts'
import { grantedTime } from './granted-time.ts'
import { timeLeft } from './time-left.ts'

/** An attempt that failed. */
interface FailedAttempt {
  error: unknown
  job: Pick<JobOf<'renders'>, 'data' | 'stalledCounter'>
  /** Set when an earlier attempt crashed. */
  history?: CrashHistory
  /** Epoch milliseconds. */
  startedAt: number
  endedAt: number
}

/** Another attempt. */
export interface Retry {
  /** Label of the metric: why the browser crashed, or `condition`. */
  reason: string
  /** The condition of `retry_on` that was met, if any. */
  condition?: string
  delayMs: number
  /** What the next attempt needs to know. */
  changes: Pick<RenderJob, 'history' | 'postponed' | 'retried'>
}

/** Another attempt, or the error that ends the render. */
export type Decision = { retry: Retry } | { failure: unknown }

type After<Failure> = Omit<FailedAttempt, 'error'> & {
  error: Failure
  options: PublicOptions
  /** Milliseconds left for all attempts together. */
  leftMs: number
}

const FIRST_LAUNCH_DELAY_MS = 500
const MAX_LAUNCH_DELAY_MS = 30_000

/** Gives the machine time to recover from what crashed the browser. */
const DELAY_AFTER_CRASH_MS = 500

/** Spreads renders that met a condition together by up to this share of their delay. */
const JITTER = 0.2

/** Reasons that no page can cause. */
export const OUR_FAULT: ReadonlySet<BrowserCrashed['reason']> = new Set(['proxy', 'disposed'])

/** Reasons that only the page itself can cause when no other render is in its browser. */
const OF_PAGE: ReadonlySet<BrowserCrashed['reason']> = new Set(['renderer', 'memory'])

/** Returns whether the render gets another attempt, and when, or the error that ends it. */
export function decideRetry({ error, ...attempt }: FailedAttempt): Decision {
  const { job, history, startedAt, endedAt } = attempt
  const leftMs = timeLeft(job.data, history, { startedAt, now: endedAt })
  const failed = { ...attempt, options: optionsOf(job.data), leftMs }
  if (!(error instanceof BrowserCrashed)) return afterError({ ...failed, error })
  return error.reason === 'launch' ? afterLaunch({ ...failed, error }) : afterCrash({ ...failed, error })
}

/** When no browser could be started: with twice the delay each time. Such an attempt does not count against the render. */
function afterLaunch({ error, job: { data }, startedAt, leftMs }: After<BrowserCrashed>): Decision {
  const postponed = countOneMore(data.postponed, startedAt)
  const delayMs = Math.min(FIRST_LAUNCH_DELAY_MS * 2 ** (postponed.times - 1), MAX_LAUNCH_DELAY_MS)
  if (leftMs <= delayMs) return { failure: new RenderError('RenderTimeoutError', { cause: error }) }
  return { retry: { reason: error.reason, delayMs, changes: { postponed } } }
}

/** When the browser crashed: in a browser of its own, unless the render is hopeless or its time is up. */
function afterCrash({ error, options, leftMs, ...attempt }: After<BrowserCrashed>): Decision {
  const { job, startedAt, endedAt } = attempt
  const { data, stalledCounter } = job
  const { reason } = error
  const wasSolo = error.wasSolo && OF_PAGE.has(reason)
  const isOurFault = OUR_FAULT.has(reason)
  // Only the render itself fills the memory of a browser that it has for itself, and does so again.
  const isCertain = reason === 'memory'
  const tookMs = endedAt - startedAt
  const history = {
    ...historyAfterCrash(attempt.history, { startedAt, stalledCounter, isOurFault, wasSolo, isCertain }),
    crashedMs: (attempt.history?.crashedMs ?? 0) + (isOurFault ? 0 : tookMs),
  }
  // Also counts as a retry of the caller's when `retry_on` has "crash", so that `retry_with` applies.
  const countsForCaller = !isOurFault && retriesOn(options, 'crash') && hasRetriesLeft(options, data)
  const isOver =
    !isOurFault && !countsForCaller && isTooLate(history, { tookMs, grantedMs: grantedTime(options) })
  if (isHopeless(history) || isOver || leftMs <= DELAY_AFTER_CRASH_MS) return { failure: error }
  const changes = {
    history: storedHistory(history),
    ...(countsForCaller && { retried: countOneMore(data.retried, startedAt) }),
  }
  return { retry: { reason, delayMs: DELAY_AFTER_CRASH_MS, changes } }
}

/** When a condition of `retry_on` was met: with twice the delay each time, while a retry is left. */
function afterError({ error, job: { data }, options, startedAt, leftMs }: After<unknown>): Decision {
  const condition = conditionOf(error, options)
  if (condition === undefined) return { failure: error }
  if (!hasRetriesLeft(options, data)) return { failure: asFailure(error) }
  const retried = countOneMore(data.retried, startedAt)
  const { retry_delay_ms = 0 } = options
  const jitter = 1 - JITTER + Math.random() * 2 * JITTER
  const delayMs = Math.round(retry_delay_ms * 2 ** (retried.times - 1) * jitter)
  if (leftMs <= delayMs) return { failure: new RenderError('RenderTimeoutError') }
  return { retry: { reason: 'condition', condition, delayMs, changes: { retried } } }
}

function conditionOf(error: unknown, options: PublicOptions): string | undefined {
  if (error instanceof RetryWanted) return error.condition
  const isTimeout = error instanceof RenderError && error.code === 'RenderTimeoutError'
  return isTimeout && retriesOn(options, 'timeout') ? 'timeout' : undefined
}

function asFailure(error: unknown): unknown {
  return error instanceof RetryWanted ? failedBy('fail_on_retry_conditions', error.message) : error
}

function retriesOn({ retry_on = [] }: PublicOptions, condition: string): boolean {
  return retry_on.some((each) => each === condition || each === 'all')
}

function hasRetriesLeft(
  { max_retries = 0 }: PublicOptions,
  { retried }: Pick<RenderJob, 'retried'>,
): boolean {
  return (retried?.times ?? 0) < max_retries
}

/** Counts a delay after an attempt that began at `startedAt`. */
function countOneMore(earlier: Postponement | undefined, startedAt: number): Postponement {
  return { since: earlier?.since ?? startedAt, times: (earlier?.times ?? 0) + 1 }
}
