import type { Account } from '@render/management-client'
import { RenderError, type ErrorCode } from '@render/errors'
import type { AdmissionResult, ShedLimit } from '@render/jobs'
import { usageOf } from '../intake/usage.ts'

interface Refusal {
  code: ErrorCode
  message: string
  /** Seconds for `Retry-After` when admission knows no better. */
  retryAfterSeconds: number
}

const refusals: Record<Exclude<ShedLimit, 'quota'>, Refusal> = {
  maintenance: {
    code: 'ServiceUnavailable',
    message: 'The service is under maintenance: wait for the number of seconds in the Retry-After header.',
    retryAfterSeconds: 60,
  },
  rate: {
    code: 'RateLimitExceededError',
    message:
      'Too many renders per minute with this API key: wait for the number of seconds in the Retry-After header.',
    retryAfterSeconds: 1,
  },
  reserved: {
    code: 'RateLimitExceededError',
    message: 'The rest of the quota is reserved by renders in progress: retry when some have ended.',
    retryAfterSeconds: 2,
  },
  outstanding: {
    code: 'RateLimitExceededError',
    message: 'Too many renders of this project have not ended yet: retry when some have ended.',
    retryAfterSeconds: 2,
  },
  bytes: {
    code: 'RateLimitExceededError',
    message:
      'The outstanding renders of this project (accepted and not ended) exceed its size limit: retry when some have ended.',
    retryAfterSeconds: 2,
  },
  'all-bytes': {
    code: 'ServiceUnavailable',
    message:
      'The outstanding renders exceed the size limit of the service: wait for the number of seconds in the Retry-After header.',
    retryAfterSeconds: 5,
  },
  queue: {
    code: 'ServiceUnavailable',
    message: 'Too many renders are waiting: wait for the number of seconds in the Retry-After header.',
    retryAfterSeconds: 5,
  },
  resources: {
    code: 'ServiceUnavailable',
    message: 'The service is overloaded: wait for the number of seconds in the Retry-After header.',
    retryAfterSeconds: 5,
  },
}

/** Upper bound of `Retry-After` where it is an estimate; an operator sets that of maintenance. */
const MAX_RETRY_AFTER_SECONDS = 60

interface Audience {
  account: Account
  /** Whether everyone can read the answer, so that it must not have the usage. */
  isPublic: boolean
}

/** Makes the error for renders that were not admitted because of a limit. */
export function admissionError(
  shed: ShedLimit,
  { retryAfterMs, message }: AdmissionResult,
  { account, isPublic }: Audience,
): RenderError {
  if (shed === 'quota') return quotaError(account, isPublic)
  const refusal = refusals[shed === 'reserved' && isPublic ? 'outstanding' : shed]
  const seconds = Math.ceil(retryAfterMs / 1000)
  const maxSeconds = shed === 'maintenance' ? Infinity : MAX_RETRY_AFTER_SECONDS
  return new RenderError(refusal.code, {
    message: message ?? refusal.message,
    retryAfterSeconds: Math.min(seconds, maxSeconds) || refusal.retryAfterSeconds,
  })
}

function quotaError(account: Account, isPublic: boolean): RenderError {
  const { plan } = account
  const code = plan?.trial ? 'TrialUsageReached' : 'QuotaReached'
  if (isPublic) return new RenderError(code)
  const { remaining = 0, until } = usageOf(account) ?? {}
  const period = until === undefined ? '' : ` until ${until}`
  const problem = remaining ? 'The renders exceed the quota' : 'The quota is used up'
  const message = `${problem}: the plan "${plan?.name}" allows ${plan?.rendersPerPeriod} renders${period}, and ${remaining} are left.`
  return new RenderError(code, { message })
}
