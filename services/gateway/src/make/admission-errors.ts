import type { Account } from '@render/management-client'
import { RenderError, type ErrorCode } from '@render/errors'
import type { AdmissionRequest, AdmissionResult, ShedLimit } from '@render/jobs'
import { usageOf } from '../intake/usage.ts'

type Limits = Pick<AdmissionRequest, 'perMinute' | 'maxOutstanding' | 'maxBytes'>

interface Refusal {
  code: ErrorCode
  problem: string
  /** Optional; the exceeded limit of the caller. */
  most?: (limits: Limits) => string
  advice: string
  /** Seconds for `Retry-After` when admission knows no better. */
  retryAfterSeconds: number
}

const WAIT = 'wait for the number of seconds in the Retry-After header'
const RETRY = 'retry when some have ended'

const refusals: Record<Exclude<ShedLimit, 'quota'>, Refusal> = {
  maintenance: {
    code: 'ServiceUnavailable',
    problem: 'The service is under maintenance',
    advice: WAIT,
    retryAfterSeconds: 60,
  },
  rate: {
    code: 'RateLimitExceededError',
    problem: 'Too many renders per minute with this API key',
    most: ({ perMinute }) => `${perMinute}`,
    advice: WAIT,
    retryAfterSeconds: 1,
  },
  reserved: {
    code: 'RateLimitExceededError',
    problem: 'The rest of the quota is reserved by renders in progress',
    advice: RETRY,
    retryAfterSeconds: 2,
  },
  outstanding: {
    code: 'RateLimitExceededError',
    problem: 'Too many renders of this project have not ended yet',
    most: ({ maxOutstanding }) => `${maxOutstanding}`,
    advice: RETRY,
    retryAfterSeconds: 2,
  },
  bytes: {
    code: 'RateLimitExceededError',
    problem: 'The renders of this project that have not ended yet are too large together',
    most: ({ maxBytes }) => `${Math.floor(maxBytes / 1024 ** 2)} MB`,
    advice: RETRY,
    retryAfterSeconds: 2,
  },
  'all-bytes': {
    code: 'ServiceUnavailable',
    problem: 'The outstanding renders exceed the size limit of the service',
    advice: WAIT,
    retryAfterSeconds: 5,
  },
  queue: {
    code: 'ServiceUnavailable',
    problem: 'Too many renders are waiting',
    advice: WAIT,
    retryAfterSeconds: 5,
  },
  resources: {
    code: 'ServiceUnavailable',
    problem: 'The service is overloaded',
    advice: WAIT,
    retryAfterSeconds: 5,
  },
}

/** Upper bound of `Retry-After` where it is an estimate; an operator sets that of maintenance. */
const MAX_RETRY_AFTER_SECONDS = 60

interface Refused {
  account: Account
  limits: Limits
  /** Whether everyone can read the answer, so that it must have neither limits nor usage. */
  isPublic: boolean
}

/** Makes the error for renders that were not admitted because of a limit. */
export function admissionError(
  shed: ShedLimit,
  { retryAfterMs, message }: AdmissionResult,
  { account, limits, isPublic }: Refused,
): RenderError {
  if (shed === 'quota') return quotaError(account, isPublic)
  const { code, problem, most, advice, retryAfterSeconds } =
    refusals[shed === 'reserved' && isPublic ? 'outstanding' : shed]
  const limit = most && !isPublic ? ` (at most ${most(limits)})` : ''
  const seconds = Math.ceil(retryAfterMs / 1000)
  const maxSeconds = shed === 'maintenance' ? Infinity : MAX_RETRY_AFTER_SECONDS
  return new RenderError(code, {
    message: message ?? `${problem}${limit}: ${advice}.`,
    retryAfterSeconds: Math.min(seconds, maxSeconds) || retryAfterSeconds,
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
