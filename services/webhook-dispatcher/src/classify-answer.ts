import type { DeliveryState } from '@render/jobs'
import type { HttpFailure, HttpResponse } from '@render/net'
import { maxAttempts, nextDelayMs, parseRetryAfter } from './schedule.ts'

interface Attempt {
  answer: HttpResponse | HttpFailure
  /** Attempts so far, including this one. */
  attemptsMade: number
  delaysMs: readonly number[]
  /** Maximum number of attempts of the queue. */
  allowed?: number
}

export interface AttemptResult {
  state: Exclude<DeliveryState, 'lost'>
  /** `delivered`, the class of another status such as `4xx`, or why there was no answer. */
  result: string
  /** Milliseconds until the next attempt; set while `pending`. */
  delayMs?: number
}

/** Classifies an attempt: 2xx is delivered, 410 stops the delivery, anything else is retried, including redirects. */
export function classifyAnswer({ answer, attemptsMade, delaysMs, allowed }: Attempt): AttemptResult {
  const result = resultOf(answer)
  if (result === 'delivered') return { state: 'delivered', result }
  const { status, headers } = 'status' in answer ? answer : {}
  if (status === 410) return { state: 'gone', result }
  if (attemptsMade >= maxAttempts(delaysMs, allowed)) return { state: 'exhausted', result }
  const retryAfterMs = parseRetryAfter(headers?.['retry-after'])
  return { state: 'pending', result, delayMs: nextDelayMs({ attemptsMade, delaysMs, status, retryAfterMs }) }
}

function resultOf(answer: HttpResponse | HttpFailure): string {
  if ('failure' in answer) return answer.failure
  const { status } = answer
  return status >= 200 && status < 300 ? 'delivered' : `${Math.floor(status / 100)}xx`
}
