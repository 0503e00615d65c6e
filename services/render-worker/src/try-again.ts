import { putOff, type AttemptProgress, type JobOf, type RenderJob } from '@render/jobs'

interface TriedAgain {
  job: JobOf<'renders'>
  token: string
  progress: AttemptProgress
}

/** Puts a render off with what later attempts have to know; throws what tells the queue so. */
export async function tryAgain(
  { job, token, progress }: TriedAgain,
  learnt: Pick<RenderJob, 'history' | 'postponed' | 'retried'>,
  delayMs: number,
): Promise<never> {
  await job.updateData({ ...job.data, ...learnt })
  // What a status read goes by.
  await job.updateProgress('retrying')
  progress.tell({ event: 'retrying', delayMs })
  return putOff(job, token, delayMs)
}
