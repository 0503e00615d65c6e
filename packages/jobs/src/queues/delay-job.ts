import { DelayedError, type Job } from 'bullmq'

/**
 * Moves the running job to `delayed`, so that it holds no slot until it is due.
 * @throws {DelayedError} always, because BullMQ expects that error from the processor of a delayed job.
 */
export async function delayJob(job: Job, token: string | undefined, delayMs: number): Promise<never> {
  await clearPriority(job)
  await job.moveToDelayed(Date.now() + delayMs, token)
  throw new DelayedError()
}

/**
 * Removes the priority of a job that was started before and goes back into its queue: it then runs before all jobs that
 * have one. Its old priority may mean nothing any more, because priorities start again whenever a queue is empty.
 */
export async function clearPriority(job: Job): Promise<void> {
  if (job.priority > 0) await job.changePriority({ priority: 0 })
}
