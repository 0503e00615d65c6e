import type { SweepScheduler } from '@render/jobs'
import type { Logger } from '@render/runtime'
import { everyHour } from './every-hour.ts'

const DAY_MS = 24 * 3_600_000

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
  return everyHour(() => sweeps.schedule(firstDayToKeep(new Date(), artefactDays)), {
    logger,
    failure: 'sweep not scheduled',
  })
}

/** The first day (`YYYY-MM-DD`, UTC) whose artefacts stay: they live for so many whole days after the day they were made. */
export function firstDayToKeep(now: Date, artefactDays: number): string {
  return new Date(now.getTime() - artefactDays * DAY_MS).toISOString().slice(0, 10)
}
