import type { Processor } from '@render/jobs'
import type { RenderWorkerContext } from './context.ts'

const DAY_MS = 24 * 3_600_000

/** Consumes `sweeps`: deletes old artefacts, whatever a job says none that is younger than the configured days. */
export function createSweep({
  store,
  artefactDays,
  logger,
}: Pick<RenderWorkerContext, 'store' | 'artefactDays' | 'logger'>): Processor<'sweeps'> {
  return async (job) => {
    const youngest = new Date(Date.now() - artefactDays * DAY_MS).toISOString().slice(0, 10)
    const before = job.data.before < youngest ? job.data.before : youngest
    const deleted = await store.sweep(before)
    logger.info({ before, deleted }, 'artefacts swept')
    return { deleted }
  }
}
