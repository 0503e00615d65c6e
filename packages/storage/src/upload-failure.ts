import type { FailureReason } from '@render/net'

/** A failed try to store a file elsewhere. The message completes a sentence about the store, and has no secret in it. */
export class UploadFailure extends Error {
  override readonly name = 'UploadFailure'
  readonly isRetryable: boolean
  /** The code of the store for the reason. */
  readonly code?: string

  constructor(problem: string, { isRetryable, code }: { isRetryable: boolean; code?: string }) {
    super(problem)
    this.isRetryable = isRetryable
    this.code = code
  }
}

const UNREACHED: Record<FailureReason | 'too_large', { problem: string; isRetryable: boolean }> = {
  destination_not_allowed: { problem: 'does not resolve to a public address', isRetryable: false },
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

/** Builds the failure of a store that refused, by its status and its code for the reason. Other texts of it are not repeated. */
export function refused(status: number, reason = ''): UploadFailure {
  const code = /^[A-Z][A-Za-z0-9]{2,63}$/.test(reason) ? reason : undefined
  const isRetryable = status === 429 || status >= 500 || PASSING.has(reason)
  return new UploadFailure(`answered ${status}${code ? ` (${code})` : ''}`, { isRetryable, code })
}

/** An error of the library that speaks to buckets; both members are absent when there was no answer. */
interface LibraryError {
  /** The code of the store. */
  Code?: string
  $metadata?: { httpStatusCode?: number }
}

/** Returns the failure that an error of a request means. */
export function failureOf(error: unknown): UploadFailure {
  if (error instanceof UploadFailure) return error
  const { Code, $metadata } = error as LibraryError
  const status = $metadata?.httpStatusCode
  return status === undefined ? unreached('connection_failed') : refused(status, Code)
}
