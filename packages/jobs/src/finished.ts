import { parsePlainError, RenderError, type PlainError } from '@render/errors'
import type { Failure, Finished, RenderOutcome } from '@render/outputs'
import type { Job } from 'bullmq'
import type { RecordJob, WebhookJob } from './payloads.ts'

/** Serialises a worker's failure as a job's failed reason, so that every reader reports it alike. */
export function writeFailure(error: RenderError, attempts?: number): string {
  return JSON.stringify({ ...error.toPlain(), attempts })
}

/** Reads a job's failed reason; a reason that we did not write, such as a stalled job's, is an engine failure. */
export function failureOf(failedReason: string): Failure {
  const written: (PlainError & Pick<Failure, 'attempts'>) | undefined = parsePlainError(failedReason)
  if (!written) return { error: new RenderError('EngineResponseNotOkError').toPlain() }
  const { attempts, ...error } = written
  return { error, ...(attempts !== undefined && { attempts }) }
}

/** Returns how the render under a `records` job ended. */
export async function finishedOf(job: Job<RecordJob>): Promise<Finished> {
  const [outcome] = Object.values(await job.getChildrenValues<RenderOutcome>())
  if (outcome) return { status: 'succeeded', outcome }
  const [failedReason] = Object.values(await job.getIgnoredChildrenFailures())
  const failure = failedReason
    ? failureOf(failedReason)
    : { error: new RenderError('RenderCancelledError').toPlain() }
  return { status: 'failed', ...failure, endedAt: Date.now() }
}

/** Returns the result of the record step under a `webhooks` job; undefined when it failed permanently. */
export async function recordedOf(job: Job<WebhookJob>): Promise<Finished | undefined> {
  const [finished] = Object.values(await job.getChildrenValues<Finished>())
  return finished
}
