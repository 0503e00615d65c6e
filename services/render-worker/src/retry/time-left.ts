import { ALL_ATTEMPTS_MS, type RenderJob } from '@render/jobs'
import type { CrashHistory } from './crash-history.ts'

/** Returns the milliseconds left at `now` for a render whose current attempt began at `startedAt`. */
export function timeLeft(
  { postponed, retried }: Pick<RenderJob, 'postponed' | 'retried'>,
  history: Pick<CrashHistory, 'startedAt'> | undefined,
  { startedAt, now }: { startedAt: number; now: number },
): number {
  const firstStartedAt = Math.min(
    startedAt,
    history?.startedAt ?? startedAt,
    postponed?.since ?? startedAt,
    retried?.since ?? startedAt,
  )
  return firstStartedAt + ALL_ATTEMPTS_MS - now
}
