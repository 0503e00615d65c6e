import { NotDelivered } from './attempt-errors.ts'

export interface NextDelay {
  /** Attempts made so far. */
  attemptsMade: number
  /** Delays between attempts in milliseconds. */
  delaysMs: readonly number[]
  /** HTTP status of the response; absent when there was none. */
  status?: number
  /** `Retry-After` of the response. */
  retryAfterMs?: number
  /** From 0 to 1. */
  random?: number
}

/** Random share added to a delay, so that events which failed together are not retried together. */
const JITTER = 0.1
const AFTER_429_MS = 60_000
/** `Retry-After` can always ask for this much, and otherwise for twice the scheduled delay. */
const MIN_RETRY_AFTER_LIMIT_MS = 120_000

/** Returns the queue's back-off function: milliseconds until the next attempt, -1 for none. */
export function createBackoff(delaysMs: readonly number[]) {
  return (attemptsMade: number, error: Error | undefined): number =>
    error instanceof NotDelivered ? error.delayMs : (nextDelayMs({ attemptsMade, delaysMs }) ?? -1)
}

/**
 * Returns the milliseconds until the next attempt; undefined when there is none. It is the scheduled delay, or a longer one
 * that the receiver requested, up to a limit.
 */
export function nextDelayMs({
  attemptsMade,
  delaysMs,
  status,
  retryAfterMs = 0,
  random = Math.random(),
}: NextDelay): number | undefined {
  const scheduledMs = delaysMs[attemptsMade - 1]
  if (scheduledMs === undefined) return undefined
  const requestedMs = Math.max(
    scheduledMs * (1 + JITTER * random),
    retryAfterMs,
    status === 429 ? AFTER_429_MS : 0,
  )
  return Math.round(Math.min(requestedMs, Math.max(2 * scheduledMs, MIN_RETRY_AFTER_LIMIT_MS)))
}

/** Returns the maximum number of attempts: one, and one after each delay, but no more than the queue allows. */
export function maxAttempts(delaysMs: readonly number[], allowed = 1): number {
  return Math.min(delaysMs.length + 1, allowed)
}

/** Parses `Retry-After`, seconds or a date, to milliseconds; returns undefined for anything else. */
export function parseRetryAfter(header: string | undefined, now = Date.now()): number | undefined {
  if (header === undefined) return undefined
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000
  const date = /^[A-Za-z]{3,9},? /.test(header) ? Date.parse(header) : NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
