import type { HttpFailure, HttpResponse } from '@render/net'
import { nextDelayMs, parseRetryAfter } from './schedule.ts'

interface Attempt {
  response: HttpResponse | HttpFailure
  /** Attempts so far, including this one. */
  attemptsMade: number
  delaysMs: readonly number[]
  /** Maximum number of attempts of the queue. */
  allowed?: number
}

type AttemptResult = {
  /** `delivered`, the class of another status such as `4xx`, or why there was no response. */
  result: string
} & (
  | { state: 'delivered'; status: number }
  /** `delayMs` is the time until the next attempt. */
  | { state: 'pending'; delayMs: number }
  | { state: 'gone' | 'exhausted' }
)

/** Classifies an attempt: 2xx is delivered, 410 stops the delivery, anything else is retried, including redirects. */
export function classifyResponse({ response, attemptsMade, delaysMs, allowed = 1 }: Attempt): AttemptResult {
  const { status, headers } = 'status' in response ? response : {}
  const result = 'failure' in response ? response.failure : `${Math.floor(response.status / 100)}xx`
  if (status && result === '2xx') return { state: 'delivered', result: 'delivered', status }
  if (status === 410) return { state: 'gone', result }
  const retryAfterMs = parseRetryAfter(headers?.['retry-after'])
  const delayMs = nextDelayMs({ attemptsMade, delaysMs, status, retryAfterMs })
  if (delayMs === undefined || attemptsMade >= allowed) return { state: 'exhausted', result }
  return { state: 'pending', result, delayMs }
}
