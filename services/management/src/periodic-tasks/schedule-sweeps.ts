import type { SweepScheduler } from '@render/jobs'
import type { Logger } from '@render/runtime'
import { everyHour } from './repeat.ts'

const DAY_MS = 24 * 3_600_000

/** Schedules the daily deletion of expired artefacts by the workers, at start and every hour: repeats add no second job. */
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

/** Returns the first day (`YYYY-MM-DD`, UTC) whose artefacts are kept: those younger than `artefactDays` whole days. */
export function firstDayToKeep(now: Date, artefactDays: number): string {
  return new Date(now.getTime() - artefactDays * DAY_MS).toISOString().slice(0, 10)
}
