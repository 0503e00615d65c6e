export interface NextDelay {
  /** Attempts made so far. */
  attemptsMade: number
  /** Delays between attempts in milliseconds. */
  delaysMs: readonly number[]
  /** What the receiver answered, when it did. */
  status?: number
  retryAfterMs?: number
  /** From 0 to 1. */
  random?: number
}

/** Added to the schedule by chance, so that events which failed together do not come back together. */
const JITTER = 0.1
const AFTER_TOO_MANY_MS = 60_000
const WHATEVER_ASKED_MS = 120_000

/**
 * Milliseconds until the next attempt, undefined when there is none: the schedule, or longer when the receiver asked for
 * that, within bounds.
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
  const wantedMs = Math.max(
    scheduledMs * (1 + JITTER * random),
    retryAfterMs,
    status === 429 ? AFTER_TOO_MANY_MS : 0,
  )
  return Math.round(Math.min(wantedMs, Math.max(2 * scheduledMs, WHATEVER_ASKED_MS)))
}

/** How many attempts are made at most: one, and one after each delay, but no more than the queue allows. */
export function mostAttempts(delaysMs: readonly number[], allowed = 1): number {
  return Math.min(delaysMs.length + 1, allowed)
}

/** Reads `Retry-After`, seconds or a date; undefined for what is neither. */
export function parseRetryAfter(header: string | undefined, now = Date.now()): number | undefined {
  if (header === undefined) return undefined
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000
  const date = /^[A-Za-z]{3,9},? /.test(header) ? Date.parse(header) : NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
