import type { Account } from '@render/directory'
import { RenderError, type ErrorCode } from '@render/errors'
import type { Shed, Verdict } from '@render/jobs'
import { usageOf } from './tell-usage.ts'

interface Refusal {
  code: ErrorCode
  message: string
  /** Seconds after which to try again, where the verdict knows no better. */
  retryAfterSeconds: number
}

const refusals: Record<Exclude<Shed, 'quota'>, Refusal> = {
  maintenance: {
    code: 'ServiceUnavailable',
    message: 'The service is being maintained: wait as long as Retry-After says.',
    retryAfterSeconds: 60,
  },
  rate: {
    code: 'RateLimitExceededError',
    message: 'This API key asks for too many renders a minute: wait as long as Retry-After says.',
    retryAfterSeconds: 1,
  },
  reserved: {
    code: 'RateLimitExceededError',
    message: 'The renders that are left on the plan are under way: wait until some have ended.',
    retryAfterSeconds: 2,
  },
  outstanding: {
    code: 'RateLimitExceededError',
    message: 'Too many renders of this project have not ended yet: wait until some have.',
    retryAfterSeconds: 2,
  },
  queue: {
    code: 'ServiceUnavailable',
    message: 'Too many renders are waiting: try again later.',
    retryAfterSeconds: 5,
  },
  room: {
    code: 'ServiceUnavailable',
    message: 'The service is overloaded: try again later.',
    retryAfterSeconds: 5,
  },
}

/** Of estimates; how long maintenance takes an operator has said. */
const LONGEST_RETRY_AFTER_SECONDS = 60

/** What callers are told whose renders are not admitted. */
export function refusalOf(shed: Shed, { retryAfterMs, message }: Verdict, account: Account): RenderError {
  if (shed === 'quota') return usedUp(account)
  const usual = refusals[shed]
  const knownSeconds = Math.ceil(retryAfterMs / 1000)
  const most = shed === 'maintenance' ? Infinity : LONGEST_RETRY_AFTER_SECONDS
  return new RenderError(usual.code, {
    message: message ?? usual.message,
    retryAfterSeconds: Math.min(knownSeconds, most) || usual.retryAfterSeconds,
  })
}

function usedUp(account: Account): RenderError {
  const { plan } = account
  const { remaining = 0, until } = usageOf(account) ?? {}
  const period = until === undefined ? '' : ` until ${until}`
  const message = `The plan "${plan?.name}" allows ${plan?.rendersPerPeriod} renders${period}, of which ${remaining} are left.`
  return new RenderError(plan?.trial ? 'TrialUsageReached' : 'QuotaReached', { message })
}
