import { parsePlainError } from '@render/errors'
import { redact } from '@render/runtime'
import type { Job } from 'bullmq'

/**
 * Logs a job that failed for good. The processor logs attempts that will be repeated, and failures that it wrote for the
 * caller.
 */
export function logFailure(
  log: { warn(details: object, message: string): void },
  { queueName, id, finishedOn, attemptsMade }: Pick<Job, 'queueName' | 'id' | 'finishedOn' | 'attemptsMade'>,
  { message }: Error,
): void {
  if (!finishedOn || parsePlainError(message)) return
  log.warn({ queue: queueName, jobId: id, attempts: attemptsMade, error: redact(message) }, 'job failed')
}
