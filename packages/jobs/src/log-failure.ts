import { parsePlainError } from '@render/errors'
import type { Job } from 'bullmq'

const MOST_CHARACTERS = 500

/**
 * Logs a job that failed for good. Attempts that are made again are for their processor to tell, and so are failures
 * that it wrote for the caller.
 */
export function logFailure(
  log: { warn(details: object, message: string): void },
  { queueName, id, finishedOn, attemptsMade }: Pick<Job, 'queueName' | 'id' | 'finishedOn' | 'attemptsMade'>,
  { message }: Error,
): void {
  if (!finishedOn || parsePlainError(message)) return
  log.warn({ queue: queueName, jobId: id, attempts: attemptsMade, error: discreet(message) }, 'job failed')
}

/** Without addresses, which hold credentials and what callers ask for, and without keys. */
function discreet(message: string): string {
  return message
    .replaceAll(/\bdata:.*/gs, '(data)')
    .replaceAll(/\b[a-z][a-z\d+.-]*:\/\/[^\s"'<>]+/gi, '(address)')
    .replaceAll(/\b(sk|pk|mk|whsec)_[^\s"'<>]+/g, '(key)')
    .slice(0, MOST_CHARACTERS)
}
