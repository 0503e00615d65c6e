import { delayJob, type AttemptProgress, type JobOf } from '@render/jobs'
import type { RenderWorkerContext } from '../context.ts'
import { logIds } from '../log-ids.ts'
import type { Retry } from './decide-retry.ts'

interface HeldJob {
  job: JobOf<'renders'>
  /** Proves to the queue that this worker holds the job. */
  token: string
  progress: AttemptProgress
}

/**
 * Delays the job, so that it holds no slot until its next attempt, and stores what that needs.
 * @throws {DelayedError} always; it tells the queue that the job was delayed.
 */
export async function scheduleRetry(
  { metrics, logger }: Pick<RenderWorkerContext, 'metrics' | 'logger'>,
  { job, token, progress }: HeldJob,
  { changes, ...retry }: Retry,
): Promise<never> {
  const { reason, delayMs } = retry
  logger.info({ ...logIds(job), ...retry }, 'attempt failed: retrying')
  metrics.retried.inc({ reason })
  await job.updateData({ ...job.data, ...changes })
  // The status of the render is read from this.
  await job.updateProgress('retrying')
  progress.report({ event: 'retrying', delayMs })
  return delayJob(job, token, delayMs)
}
