import type { FailureReason } from '@render/net'

/** A failed try to store a file elsewhere. The message completes a sentence about the store, and has no secret in it. */
export class UploadFailure extends Error {
  override readonly name = 'UploadFailure'
  readonly isRetryable: boolean
  /** The code of the store for the reason. */
  readonly code?: string
  /** The status of the answer; undefined when there was none. */
  readonly status?: number

  constructor(problem: string, { isRetryable, code, status }: FailureFacts) {
    super(problem)
    this.isRetryable = isRetryable
    this.code = code
    this.status = status
  }
}

type FailureFacts = Pick<UploadFailure, 'isRetryable' | 'code' | 'status'>

const UNREACHED: Record<FailureReason | 'too_large', { problem: string; isRetryable: boolean }> = {
  destination_not_allowed: { problem: 'does not resolve to a public IP address', isRetryable: false },
  tls_failed: { problem: 'has no valid certificate', isRetryable: false },
  connection_failed: { problem: 'could not be reached', isRetryable: true },
  invalid_response: { problem: 'did not answer in HTTP', isRetryable: true },
  too_large: { problem: 'did not answer like a store', isRetryable: false },
  timeout: { problem: 'did not answer in time', isRetryable: true },
}

export function unreached(reason: keyof typeof UNREACHED): UploadFailure {
  const { problem, isRetryable } = UNREACHED[reason]
  return new UploadFailure(problem, { isRetryable })
}

/** Codes of refusals that may pass although their status is 4xx. */
const PASSING = new Set([
  'RequestTimeout',
  'BadDigest',
  'IncompleteBody',
  'Md5Mismatch',
  'XAmzContentSHA256Mismatch',
])

const NOT_IMPLEMENTED = 501

/** Builds the failure of a store that refused, by its status and its code for the reason. Other texts of it are not repeated. */
export function refused(status: number, reason = ''): UploadFailure {
  const code = /^[A-Z][A-Za-z0-9]{2,63}$/.test(reason) ? reason : undefined
  const isRetryable = status === 429 || (status >= 500 && status !== NOT_IMPLEMENTED) || PASSING.has(reason)
  return new UploadFailure(`answered ${status}${code ? ` (${code})` : ''}`, { isRetryable, code, status })
}

/** An error of the libraries that speak to buckets and to containers; no member says a status when there was no answer. */
interface LibraryError {
  /** The code of a bucket. */
  Code?: string
  $metadata?: { httpStatusCode?: number }
  /** The code of a container. */
  details?: { errorCode?: string }
  statusCode?: number
}

/** Returns the failure that an error of a request means. */
export function failureOf(error: unknown): UploadFailure {
  if (error instanceof UploadFailure) return error
  const { Code, $metadata, details, statusCode } = error as LibraryError
  const status = statusCode ?? $metadata?.httpStatusCode
  return status === undefined ? unreached('connection_failed') : refused(status, Code ?? details?.errorCode)
}
