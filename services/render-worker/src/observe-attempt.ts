// The metrics and the log line of an attempt.
import type { Rendered, RenderRequest } from '@render/engine'
import type { AttemptProgress, JobOf } from '@render/jobs'
import type { RenderOutcome } from '@render/outputs'
import { describeCause } from '@render/runtime'
import type { RenderWorkerContext } from './context.ts'
import { logIds } from './log-ids.ts'
import { loggedDetails } from './private-render.ts'

/** The stage that waits for a language model, the last one. */
const ASKING = 'ask-model'

/** Reports the stages, and counts a render that waits for a language model until it is disposed. */
export function observeStages(
  { asking }: RenderWorkerContext['metrics'],
  { progress, onIdle }: { progress: Pick<AttemptProgress, 'stage'>; onIdle?: () => void },
): Disposable & Pick<RenderRequest, 'onStage'> {
  let isAsking = false
  return {
    onStage(name) {
      progress.stage(name)
      if (name !== ASKING) return
      isAsking = true
      asking.inc()
      onIdle?.()
    },
    [Symbol.dispose]: () => void (isAsking && asking.dec()),
  }
}

/** Counts and logs a render that succeeded. */
export function observeSuccess(
  { metrics, logger }: Pick<RenderWorkerContext, 'metrics' | 'logger'>,
  job: JobOf<'renders'>,
  { outcome, rendered, format }: { outcome: RenderOutcome; rendered: Rendered; format: string },
): void {
  const { queueTimeMs: queueMs, renderTimeMs, bandwidthBytes, attempts } = outcome
  const { sizeBytes } = outcome.artefact
  metrics.ended.inc({ result: 'succeeded' })
  metrics.queued.observe(queueMs / 1000)
  metrics.took.observe(renderTimeMs / 1000)
  for (const { stage, ms } of rendered.trace) metrics.stage.observe({ stage }, ms / 1000)
  const measured = { queueMs, renderMs: Math.round(renderTimeMs), sizeBytes, bandwidthBytes, attempts }
  const stages = Object.fromEntries(rendered.trace.map(({ stage, ms }) => [stage, ms]))
  const details = loggedDetails(job, { stages, format, ...modelFailure(rendered) })
  logger.info({ ...logIds(job), ...measured, ...details }, 'rendered')
}

function modelFailure({ llm, llmCause }: Rendered): { modelError?: string; cause?: unknown } {
  if (!llm || !('error' in llm)) return {}
  return { modelError: llm.error, ...(llmCause !== undefined && { cause: describeCause(llmCause) }) }
}
