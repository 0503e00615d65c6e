import { createWeightedSemaphore } from '@render/async'
import { createWorker, videosQueue, type Processor, type QueueWorker } from '@render/jobs'
import type { AttemptContext } from './attempt-render.ts'
import type { RenderWorkerConfig } from './config.ts'
import type { RenderWorkerContext } from './context.ts'
import { createStartGate } from './start-gate.ts'
import { createProcessRender } from './process-render.ts'
import { needsSoloWorker } from './retry/crash-history.ts'
import { createSweep } from './sweep-artefacts.ts'
import { watchStore, type StoreState } from './watch-store.ts'

type Context = AttemptContext & Pick<RenderWorkerContext, 'progress' | 'artefactDays'>

/** So that deletions of single files do not wait for that of a whole day. */
const SWEEPS_AT_ONCE = 4
/** Short, because an interrupted sweep loses nothing. */
const SWEEP_DRAIN_MS = 1000

/** The weight of a render that must be the only one; any other weighs 1. */
const ALL = Number.MAX_SAFE_INTEGER

/** Log messages, by the state of the artefact store. */
const STATES: Record<StoreState, string> = {
  usable: 'artefact store usable: resumed',
  full: 'artefact store full: paused',
  unavailable: 'artefact store unavailable: paused',
}

/**
 * Takes renders, `slots` at once and none while the artefact store is full or unavailable, videos beside them, and sweeps.
 * Disposing takes no more jobs, lets running renders go on for `DRAIN_MS`, and then hands back the unfinished ones.
 */
export function takeJobs(
  context: Context,
  config: Pick<RenderWorkerConfig, 'DRAIN_MS' | 'RENDER_QUEUE' | 'MIN_FREE_DISK_PERCENT'>,
  { slots, videoSlots }: { slots: number; videoSlots: number },
): Omit<QueueWorker, 'pause' | 'resume'> {
  const { blockingRedis, store, logger: log } = context
  const sweeps = createWorker('sweeps', blockingRedis, createSweep(context), {
    concurrency: SWEEPS_AT_ONCE,
    drainMs: SWEEP_DRAIN_MS,
    log,
  })
  const process = withStartConditions(createProcessRender(context))
  const takeRenders = (queue: string, concurrency: number): QueueWorker =>
    createWorker('renders', blockingRedis, process, {
      concurrency,
      queue,
      drainMs: config.DRAIN_MS,
      log,
    })
  const renders = [
    takeRenders(config.RENDER_QUEUE, slots),
    takeRenders(videosQueue(config.RENDER_QUEUE), videoSlots),
  ]
  const watch = watchStore(store, config.MIN_FREE_DISK_PERCENT, (state, error) => {
    log[state === 'usable' ? 'info' : 'warn']({ cause: error?.message }, STATES[state])
    for (const each of renders) {
      if (state === 'usable') each.resume()
      else each.pause()
    }
  })
  return {
    isRunning: () => renders.every((each) => each.isRunning()),
    async [Symbol.asyncDispose]() {
      watch[Symbol.dispose]()
      await Promise.all([...renders, sweeps].map((worker) => worker[Symbol.asyncDispose]()))
    },
  }
}

/**
 * Starts each render when there is CPU time for it, and one that may crash its worker when no other runs there. A render
 * that only waits holds neither.
 */
function withStartConditions(process: Processor<'renders'>): Processor<'renders'> {
  const renders = createWeightedSemaphore(ALL)
  const gate = createStartGate()
  return async (job, token, signal, onIdle) => {
    using held = new DisposableStack()
    held.use(await renders.acquire(needsSoloWorker(job) ? ALL : 1, signal))
    held.use(await gate.enter(job.data.projectId, signal))
    return await process(job, token, signal, () => {
      held.dispose()
      onIdle?.()
    })
  }
}
