import { parsePlainError, RenderError, type PlainError } from '@render/errors'
import type { Job } from 'bullmq'
import type { Failure, Finished, RecordJob, RenderOutcome, WebhookJob } from './payloads.ts'

/** How a worker's failure is written into a job: as JSON, so that every reader answers alike. */
export function writeFailure(error: RenderError, attempts?: number): string {
  return JSON.stringify({ ...error.toPlain(), attempts })
}

/** Reads a job's failure; what is not one of ours (a stalled job, say) is the engine's failure. */
export function failureOf(failedReason: string): Failure {
  const written: (PlainError & Pick<Failure, 'attempts'>) | undefined = parsePlainError(failedReason)
  if (!written) return { error: new RenderError('EngineResponseNotOkError').toPlain() }
  const { attempts, ...error } = written
  return { error, ...(attempts !== undefined && { attempts }) }
}

/** How the render under a `records` job ended. */
export async function finishedOf(job: Job<RecordJob>): Promise<Finished> {
  const [outcome] = Object.values(await job.getChildrenValues<RenderOutcome>())
  if (outcome) return { status: 'succeeded', outcome }
  const [failedReason] = Object.values(await job.getIgnoredChildrenFailures())
  const failure = failedReason
    ? failureOf(failedReason)
    : { error: new RenderError('RenderCancelledError').toPlain() }
  return { status: 'failed', ...failure, endedAt: Date.now() }
}

/** What the record step under a `webhooks` job returned; undefined when it failed for good. */
export async function recordedOf(job: Job<WebhookJob>): Promise<Finished | undefined> {
  const [finished] = Object.values(await job.getChildrenValues<Finished>())
  return finished
}
