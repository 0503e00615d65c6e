import { DelayedError, type Job } from 'bullmq'

/**
 * Puts a job off, so that it holds no slot meanwhile. Throws what tells the queue so.
 * @throws {DelayedError}
 */
export async function putOff(job: Job, token: string | undefined, delayMs: number): Promise<never> {
  await keepTurn(job)
  await job.moveToDelayed(Date.now() + delayMs, token)
  throw new DelayedError()
}

/** Who has had its turn, and goes back into the queue, waits in no line again: turns may have begun anew since. */
export async function keepTurn(job: Job): Promise<void> {
  if (job.priority > 0) await job.changePriority({ priority: 0 })
}
