import type { Postponement, RenderJob } from '@render/jobs'

/** Returns whether `retry_on` asks for another attempt after one that met the condition. */
export function retriesOn(
  { options: { retry_on = [] } }: Pick<RenderJob, 'options'>,
  condition: string,
): boolean {
  return retry_on.some((each) => each === condition || each === 'all')
}

/** Returns whether fewer than `max_retries` retries were made. */
export function hasRetriesLeft({ options, retried }: Pick<RenderJob, 'options' | 'retried'>): boolean {
  return (retried?.times ?? 0) < (options.max_retries ?? 0)
}

/** Counts one more retry, after an attempt that began at `startedAt` (epoch milliseconds). */
export function countRetry({ retried }: Pick<RenderJob, 'retried'>, startedAt: number): Postponement {
  return { since: retried?.since ?? startedAt, times: (retried?.times ?? 0) + 1 }
}
