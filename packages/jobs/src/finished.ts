import { parsePlainError, RenderError, type PlainError } from '@render/errors'
import type { Job } from 'bullmq'
import type { Finished, RecordJob, RenderOutcome, WebhookJob } from './payloads.ts'

/** How a worker's failure is written into a job: as JSON, so that every reader answers alike. */
export function writeFailure(error: RenderError): string {
  return JSON.stringify(error.toPlain())
}

/** Reads a job's failure; what is not one of ours (a stalled job, say) is the engine's failure. */
export function failureOf(failedReason: string): PlainError {
  return parsePlainError(failedReason) ?? new RenderError('EngineResponseNotOkError').toPlain()
}

/** How the render under a `records` job ended. */
export async function finishedOf(job: Job<RecordJob>): Promise<Finished> {
  const [outcome] = Object.values(await job.getChildrenValues<RenderOutcome>())
  if (outcome) return { status: 'succeeded', outcome }
  const [failedReason] = Object.values(await job.getIgnoredChildrenFailures())
  const error = failedReason ? failureOf(failedReason) : new RenderError('RenderCancelledError').toPlain()
  return { status: 'failed', error, endedAt: Date.now() }
}

/** What the record step under a `webhooks` job returned; undefined when it failed for good. */
export async function recordedOf(job: Job<WebhookJob>): Promise<Finished | undefined> {
  const [finished] = Object.values(await job.getChildrenValues<Finished>())
  return finished
}
