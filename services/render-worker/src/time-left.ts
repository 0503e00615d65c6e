import type { RenderHistory, RenderJob } from '@render/jobs'

/** All attempts together, with the pauses between them. */
const ALL_ATTEMPTS_MS = 15 * 60_000

/** Milliseconds that a render may still take at `now`, its first known attempt at the latest having begun at `startedAt`. */
export function timeLeft(
  { postponed, retried }: Pick<RenderJob, 'postponed' | 'retried'>,
  history: RenderHistory | undefined,
  { startedAt, now }: { startedAt: number; now: number },
): number {
  const begunAt = Math.min(
    startedAt,
    history?.startedAt ?? startedAt,
    postponed?.since ?? startedAt,
    retried?.since ?? startedAt,
  )
  return begunAt + ALL_ATTEMPTS_MS - now
}
