import { delayJob, type AttemptProgress, type JobOf, type RenderJob } from '@render/jobs'
import type { PublicOptions } from '@render/options'
import type { CrashHistory } from './crash-history.ts'

/** An attempt that failed and may be followed by another one. */
export interface FailedAttempt<Failure = unknown> {
  job: JobOf<'renders'>
  /** The options of the render that are not secret. */
  options: PublicOptions
  /** Proves to the queue that this worker holds the job. */
  token: string
  progress: AttemptProgress
  /** Epoch milliseconds at which the attempt began. */
  startedAt: number
  /** Set when an earlier attempt crashed. */
  history?: CrashHistory
  error: Failure
}

/**
 * Delays the job and stores what the next attempt needs. Never returns: the error that it throws tells the queue that the
 * job was delayed.
 */
export async function scheduleRetry(
  { job, token, progress }: Pick<FailedAttempt, 'job' | 'token' | 'progress'>,
  changes: Pick<RenderJob, 'history' | 'postponed' | 'retried'>,
  delayMs: number,
): Promise<never> {
  await job.updateData({ ...job.data, ...changes })
  // The status of the render is read from this.
  await job.updateProgress('retrying')
  progress.report({ event: 'retrying', delayMs })
  return delayJob(job, token, delayMs)
}
