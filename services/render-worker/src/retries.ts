import type { Postponement, RenderJob } from '@render/jobs'

/** Whether the caller wants another attempt after one that met the condition. */
export function wants(
  { options: { retry_on = [] } }: Pick<RenderJob, 'options'>,
  condition: string,
): boolean {
  return retry_on.some((each) => each === condition || each === 'all')
}

export function mayRetry({ options, retried }: Pick<RenderJob, 'options' | 'retried'>): boolean {
  return (retried?.times ?? 0) < (options.max_retries ?? 0)
}

/** The retries of the caller with one more, after an attempt that began at `startedAt` (epoch milliseconds). */
export function oneMore({ retried }: Pick<RenderJob, 'retried'>, startedAt: number): Postponement {
  return { since: retried?.since ?? startedAt, times: (retried?.times ?? 0) + 1 }
}
