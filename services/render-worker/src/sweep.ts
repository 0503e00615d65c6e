import type { Processor } from '@render/jobs'
import type { RenderWorkerContext } from './context.ts'

const DAY_MS = 24 * 3_600_000

/**
 * Consumes `sweeps`: deletes old artefacts, whatever a job says none that is younger than the configured days. One that is
 * to stop is left where it is: it is made again.
 */
export function createSweep({
  store,
  artefactDays,
  logger,
}: Pick<RenderWorkerContext, 'store' | 'artefactDays' | 'logger'>): Processor<'sweeps'> {
  return async (job, _token, signal) => {
    const youngest = new Date(Date.now() - artefactDays * DAY_MS).toISOString().slice(0, 10)
    const before = job.data.before < youngest ? job.data.before : youngest
    const deleted = await Promise.race([store.sweep(before), aborted(signal)])
    logger.info({ before, deleted }, 'artefacts swept')
    return { deleted }
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('stopped', { cause: signal.reason })), {
      once: true,
    })
  })
}
