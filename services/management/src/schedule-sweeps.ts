import type { SweepScheduler } from '@render/jobs'
import type { Logger } from '@render/runtime'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * Has the workers delete artefacts once a day. It asks at start and every hour, since asking for a day twice adds
 * nothing.
 */
export function scheduleSweeps({
  sweeps,
  artefactDays,
  logger,
}: {
  sweeps: Pick<SweepScheduler, 'schedule'>
  artefactDays: number
  logger: Pick<Logger, 'warn'>
}): Disposable {
  const schedule = () => {
    const before = firstDayToKeep(new Date(), artefactDays)
    sweeps
      .schedule(before)
      .catch((error: Error) => logger.warn({ before, error: error.message }, 'sweep not scheduled'))
  }
  schedule()
  const timer = setInterval(schedule, HOUR_MS)
  return {
    [Symbol.dispose]() {
      clearInterval(timer)
    },
  }
}

/** The first day (`YYYY-MM-DD`, UTC) whose artefacts stay: they live for so many whole days after the day they were made. */
export function firstDayToKeep(now: Date, artefactDays: number): string {
  return new Date(now.getTime() - artefactDays * DAY_MS).toISOString().slice(0, 10)
}
