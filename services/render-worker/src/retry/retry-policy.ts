import type { Postponement, RenderJob } from '@render/jobs'
import type { PublicOptions } from '@render/options'

/** Returns whether `retry_on` asks for another attempt after one that met the condition. */
export function retriesOn({ retry_on = [] }: PublicOptions, condition: string): boolean {
  return retry_on.some((each) => each === condition || each === 'all')
}

/** Returns whether fewer than `max_retries` retries were made. */
export function hasRetriesLeft(
  { max_retries = 0 }: PublicOptions,
  { retried }: Pick<RenderJob, 'retried'>,
): boolean {
  return (retried?.times ?? 0) < max_retries
}

/** Counts one more retry, after an attempt that began at `startedAt` (epoch milliseconds). */
export function countRetry({ retried }: Pick<RenderJob, 'retried'>, startedAt: number): Postponement {
  return { since: retried?.since ?? startedAt, times: (retried?.times ?? 0) + 1 }
}
