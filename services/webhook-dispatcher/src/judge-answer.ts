import type { JobOf } from '@render/jobs'
import type { Answer, Failure } from '@render/net'
import type { WebhookDispatcherContext } from './context.ts'
import { giveUp } from './give-up.ts'
import { idsOf } from './ids-of.ts'
import { NotDelivered } from './not-delivered.ts'
import { mostAttempts, parseRetryAfter } from './schedule.ts'

interface Attempt {
  answer: Answer | Failure
  /** All that is logged of the receiver's address. */
  origin: string
  tookMs: number
}

/**
 * What an attempt came to: any 2xx is a delivery, 410 asks for no more, everything else is tried again, a redirect too.
 * @throws {NotDelivered} when there is another attempt.
 */
export function judgeAnswer(
  context: Pick<WebhookDispatcherContext, 'logger' | 'metrics' | 'delaysMs'>,
  job: JobOf<'webhooks'>,
  { answer, origin, tookMs }: Attempt,
): { status: number } {
  const { logger, metrics, delaysMs } = context
  const attempt = job.attemptsMade + 1
  const result = resultOf(answer)
  metrics.attempts.inc({ result })
  metrics.took.observe(tookMs / 1000)
  const details = {
    ...idsOf(job),
    origin,
    attempt,
    tookMs: Math.round(tookMs),
    ...('status' in answer ? { status: answer.status } : answer),
  }
  if (result === 'delivered') {
    logger.info(details, 'event delivered')
    return { status: (answer as Answer).status }
  }
  logger.warn(details, 'event not delivered')

  const { status, headers } = 'status' in answer ? answer : {}
  if (status === 410) throw giveUp(context, job, 'gone', 'The receiver wants no more events.')
  const most = mostAttempts(delaysMs, job.opts.attempts)
  if (attempt >= most) throw giveUp(context, job, 'exhausted', `No success in ${most} attempts.`)
  throw new NotDelivered(result, { status, retryAfterMs: parseRetryAfter(headers?.['retry-after']) })
}

/** `delivered`, the class of another status such as `4xx`, or why there was no answer. */
function resultOf(answer: Answer | Failure): string {
  if ('failure' in answer) return answer.failure
  const { status } = answer
  return status >= 200 && status < 300 ? 'delivered' : `${Math.floor(status / 100)}xx`
}
