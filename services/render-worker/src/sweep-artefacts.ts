import type { Processor } from '@render/jobs'
import type { RenderWorkerContext } from './context.ts'

const DAY_MS = 24 * 3_600_000

/**
 * Consumes `sweeps`: deletes the files that a job names, or all artefacts before a day, but none that is younger than
 * `artefactDays` days. A sweep that is aborted goes back to the queue, and is made again from the start.
 */
export function createSweep({
  store,
  artefactDays,
  logger,
}: Pick<RenderWorkerContext, 'store' | 'artefactDays' | 'logger'>): Processor<'sweeps'> {
  return async ({ data }, _token, signal) => {
    if ('keys' in data) {
      await Promise.all(data.keys.map((key) => store.remove(key)))
      logger.info({ deleted: data.keys.length }, 'render files deleted')
      return { deleted: data.keys.length }
    }
    const oldestKept = new Date(Date.now() - artefactDays * DAY_MS).toISOString().slice(0, 10)
    const before = data.before < oldestKept ? data.before : oldestKept
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
