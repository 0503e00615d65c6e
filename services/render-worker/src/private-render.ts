// Renders with `secure_mode`: the queue, the record and the log have their ids, times, status, size and codes, and nothing else.
import { RenderError } from '@render/errors'
import type { JobOf, PrivateAnswer, PrivateJobPart, RenderJob } from '@render/jobs'
import { publicOptions, type ResolvedOptions } from '@render/options'
import { withoutPrivate, type RenderOutcome } from '@render/outputs'
import { describeCause } from '@render/runtime'
import { sealAnswer } from '@render/vault'
import type { RenderWorkerContext } from './context.ts'

type Job = Pick<JobOf<'renders'>, 'id' | 'data' | 'attemptsStarted'>
type PrivateAnswerContext = Pick<RenderWorkerContext, 'open' | 'privateAnswers'>

interface OpenedPart extends Pick<RenderJob, 'upload' | 'warnings'> {
  /** Set when a caller waits for the answer to a render with `secure_mode`. */
  answerSealingKey?: string | undefined
}

/** Returns where the files of a job go, the warnings of the gateway, and the key that encrypts the answer. */
export function openPrivatePart({ id, data }: Job, open: PrivateAnswerContext['open']): OpenedPart {
  const { sealedPlan, projectId } = data
  if (sealedPlan === undefined) return data
  const { answerKey, ...part } = open(sealedPlan, { projectId, id: id! }) as PrivateJobPart
  return { ...part, answerSealingKey: answerKey }
}

function isPrivate({ data }: Pick<Job, 'data'>): boolean {
  return data.sealedPlan !== undefined
}

/** Returns the outcome as the queue may have it. With `secure_mode` the rest of it is sealed for the answer. */
export async function outcomeForQueue(
  context: PrivateAnswerContext,
  job: Job,
  outcome: RenderOutcome,
  options: ResolvedOptions,
): Promise<RenderOutcome> {
  if (!isPrivate(job)) return outcome
  const finished = { status: 'succeeded', outcome } as const
  await keepForAnswer(context, job, { options: publicOptions(options), finished })
  return withoutPrivate(outcome)
}

/** Returns a failure as the queue may have it. With `secure_mode` that is its code; the rest is sealed for the answer. */
export async function failureForQueue(
  context: PrivateAnswerContext,
  job: Job,
  failure: RenderError,
): Promise<RenderError> {
  if (!isPrivate(job)) return failure
  const { attemptsStarted: attempts } = job
  const finished = { status: 'failed', error: failure.toPlain(), attempts, endedAt: Date.now() } as const
  // If it cannot be stored, the caller gets only the error code.
  await keepForAnswer(context, job, { options: {}, finished }).catch(() => {})
  return new RenderError(failure.code)
}

async function keepForAnswer(
  { open, privateAnswers }: PrivateAnswerContext,
  job: Job,
  answer: PrivateAnswer,
): Promise<void> {
  const { answerSealingKey } = openPrivatePart(job, open)
  if (answerSealingKey !== undefined)
    await privateAnswers.store(job.id!, await sealAnswer(answer, answerSealingKey))
}

/** Returns the cause of a failure for the log, unless it may name the page of a render with `secure_mode`. */
export function loggedCause(job: Pick<Job, 'data'>, cause: unknown): { cause?: unknown } {
  return cause === undefined || isPrivate(job) ? {} : { cause: describeCause(cause) }
}

/** Returns details of a render for the log, none with `secure_mode`. */
export function loggedDetails<Details extends object>(
  job: Pick<Job, 'data'>,
  details: Details,
): Partial<Details> {
  return isPrivate(job) ? {} : details
}
