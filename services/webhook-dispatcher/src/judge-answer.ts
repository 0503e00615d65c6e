import type { DeliveryState } from '@render/jobs'
import type { Answer, Failure } from '@render/net'
import { mostAttempts, nextDelayMs, parseRetryAfter } from './schedule.ts'

interface Attempt {
  answer: Answer | Failure
  /** This one included. */
  attemptsMade: number
  delaysMs: readonly number[]
  /** How many the queue allows. */
  allowed?: number
}

export interface Verdict {
  state: Exclude<DeliveryState, 'lost'>
  /** `delivered`, the class of another status such as `4xx`, or why there was no answer. */
  result: string
  /** Milliseconds until the next attempt; there while `pending`. */
  delayMs?: number
}

/** What an attempt came to: any 2xx is a delivery, 410 asks for no more, everything else is tried again, a redirect too. */
export function judgeAnswer({ answer, attemptsMade, delaysMs, allowed }: Attempt): Verdict {
  const result = resultOf(answer)
  if (result === 'delivered') return { state: 'delivered', result }
  const { status, headers } = 'status' in answer ? answer : {}
  if (status === 410) return { state: 'gone', result }
  if (attemptsMade >= mostAttempts(delaysMs, allowed)) return { state: 'exhausted', result }
  const retryAfterMs = parseRetryAfter(headers?.['retry-after'])
  return { state: 'pending', result, delayMs: nextDelayMs({ attemptsMade, delaysMs, status, retryAfterMs }) }
}

function resultOf(answer: Answer | Failure): string {
  if ('failure' in answer) return answer.failure
  const { status } = answer
  return status >= 200 && status < 300 ? 'delivered' : `${Math.floor(status / 100)}xx`
}
