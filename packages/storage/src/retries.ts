import { setTimeout as sleep } from 'node:timers/promises'
import { failureOf } from './upload-failure.ts'

/** How long, and how often, a store is tried. */
export interface RetryPolicy {
  /** Time limit of one try, without the time to send the bytes. */
  tryMs: number
  /** Pauses before further tries; each is extended by up to half at random. */
  pausesMs: readonly number[]
}

export const defaultRetryPolicy: RetryPolicy = { tryMs: 20_000, pausesMs: [500, 2000] }

/** For requests that send and receive little, and that somebody may be waiting for. */
export const shortRetryPolicy: RetryPolicy = { tryMs: 8000, pausesMs: [200, 1000] }

/** Bytes per millisecond that a store must accept. */
const SLOWEST = 1000

/** Returns the time limit of a try that sends so many bytes. */
export function tryMsFor({ tryMs }: Pick<RetryPolicy, 'tryMs'>, sizeBytes: number): number {
  return tryMs + Math.ceil(sizeBytes / SLOWEST)
}

/** Repeats a try that failed for a reason that may pass. Rejects with the failure of the last one. */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  { pausesMs }: Pick<RetryPolicy, 'pausesMs'>,
  signal?: AbortSignal,
): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await attempt()
    } catch (error) {
      signal?.throwIfAborted()
      if (!failureOf(error).isRetryable) throw error
    }
    await sleep(pauseMs * (1 + Math.random() / 2), undefined, { signal })
  }
  return attempt()
}
