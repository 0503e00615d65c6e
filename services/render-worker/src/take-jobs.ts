import { createWorker, type Processor, type QueueWorker } from '@render/jobs'
import type { AttemptContext } from './attempt-render.ts'
import { createBeginGate } from './begin-gate.ts'
import type { RenderWorkerConfig } from './config.ts'
import type { RenderWorkerContext } from './context.ts'
import { createProcessRender } from './process-render.ts'
import { createSweep } from './sweep.ts'
import { watchDisk } from './watch-disk.ts'

type Context = AttemptContext & Pick<RenderWorkerContext, 'redis' | 'progress' | 'artefactDays'>

/** A sweep loses nothing by being made again. */
const SWEEP_DRAIN_MS = 1000

/**
 * Takes renders, so many at once and none while the disk is full, and sweeps. Disposing takes no more, lets the renders
 * under way go on for `DRAIN_MS`, and hands back what is not over then.
 */
export function takeJobs(
  context: Context,
  config: Pick<
    RenderWorkerConfig,
    'DRAIN_MS' | 'ATTEMPT_TIMEOUT_MS' | 'RENDER_QUEUE' | 'STORAGE_PATH' | 'MIN_FREE_DISK_PERCENT'
  >,
  slots: number,
): Omit<QueueWorker, 'pause' | 'goOn'> {
  const { redis, logger: log } = context
  const sweeps = createWorker('sweeps', redis, createSweep(context), {
    concurrency: 1,
    drainMs: SWEEP_DRAIN_MS,
    log,
  })
  const renders = createWorker('renders', redis, inTurn(createProcessRender(context)), {
    concurrency: slots,
    queue: config.RENDER_QUEUE,
    drainMs: Math.min(config.DRAIN_MS, config.ATTEMPT_TIMEOUT_MS),
    log,
  })
  const disk = watchDisk(config.STORAGE_PATH, config.MIN_FREE_DISK_PERCENT, (hasRoom) => {
    log.warn({}, hasRoom ? 'room for artefacts again' : 'no room for artefacts: no renders are taken')
    if (hasRoom) renders.goOn()
    else renders.pause()
  })
  return {
    isRunning: () => renders.isRunning(),
    async [Symbol.asyncDispose]() {
      disk[Symbol.dispose]()
      await Promise.all([renders, sweeps].map((worker) => worker[Symbol.asyncDispose]()))
    },
  }
}

/** Lets what was taken begin when there is a core for it. */
function inTurn(process: Processor<'renders'>): Processor<'renders'> {
  const gate = createBeginGate()
  return async (job, token, signal) => {
    using _ = await gate.enter(signal)
    return await process(job, token, signal)
  }
}
