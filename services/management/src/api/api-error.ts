import type { ErrorCode } from '@render/errors'
import { toRenderError } from '@render/http'

/** Every error code of the Management API with its HTTP status and default message. */
export const apiCodes = {
  BAD_REQUEST: { status: 400, message: 'The request is not valid.' },
  UNAUTHORIZED: {
    status: 401,
    message: 'Authentication required: sign in, or send a management key in the header "x-api-key".',
  },
  FORBIDDEN: { status: 403, message: 'This is not allowed.' },
  NOT_FOUND: { status: 404, message: 'Not found.' },
  METHOD_NOT_SUPPORTED: { status: 405, message: 'The method is not allowed on this path.' },
  TIMEOUT: { status: 408, message: 'The request took too long to arrive.' },
  CONFLICT: { status: 409, message: 'The current state of the resource does not allow this.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The body is too large.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'The body must be JSON in UTF-8.' },
  HEADERS_TOO_LARGE: { status: 431, message: 'The headers are too large.' },
  TOO_MANY_REQUESTS: {
    status: 429,
    message: 'Too many requests: wait for the number of seconds in the Retry-After header.',
  },
  INTERNAL_SERVER_ERROR: { status: 500, message: 'An internal error occurred.' },
  SERVICE_UNAVAILABLE: { status: 503, message: 'The service is temporarily unavailable: try again soon.' },
} as const

export type ApiCode = keyof typeof apiCodes

/**
 * The codes of the `RenderError`s that code shared with the other services throws here: body parsing, unknown paths and
 * methods, addresses, the queue. Any other one is a fault of ours and answered with 500.
 */
export const apiCodeOf: Partial<Record<ErrorCode, ApiCode>> = {
  InvalidOptions: 'BAD_REQUEST',
  InvalidQuery: 'BAD_REQUEST',
  MalformedRequest: 'BAD_REQUEST',
  RequestTimeout: 'TIMEOUT',
  HeadersTooLarge: 'HEADERS_TOO_LARGE',
  InvalidURLError: 'BAD_REQUEST',
  NotFound: 'NOT_FOUND',
  MethodNotAllowed: 'METHOD_NOT_SUPPORTED',
  BodyTooLarge: 'PAYLOAD_TOO_LARGE',
  UnsupportedMediaType: 'UNSUPPORTED_MEDIA_TYPE',
  ServiceUnavailable: 'SERVICE_UNAVAILABLE',
}

/** An error in one part of the request. */
export interface FieldError {
  /** Such as `body.name`. */
  path: string
  /** Continues a sentence that begins with the path, such as `is required`. */
  message: string
}

const RETRY_AFTER_SECONDS = 2

/** The only error class whose message the Management API shows to callers. */
export class ApiError extends Error {
  readonly code: ApiCode
  readonly data: FieldError[] | undefined
  /** Seconds after which the request may be repeated, when the error passes with time. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ApiCode,
    {
      message = apiCodes[code].message,
      data,
      retryAfterSeconds = code === 'SERVICE_UNAVAILABLE' ? RETRY_AFTER_SECONDS : undefined,
      cause,
    }: {
      message?: string
      data?: FieldError[]
      retryAfterSeconds?: number | undefined
      cause?: unknown
    } = {},
  ) {
    super(message, { cause })
    this.name = 'ApiError'
    this.code = code
    this.data = data
    this.retryAfterSeconds = retryAfterSeconds
  }

  get status(): number {
    return apiCodes[this.code].status
  }
}

/**
 * Returns `found`.
 * @throws {ApiError} `NOT_FOUND` when it is null or undefined.
 */
export function orNotFound<T>(found: T | null | undefined): T {
  if (found === undefined || found === null) throw new ApiError('NOT_FOUND')
  return found
}

/** Builds a `BAD_REQUEST` from at least one field error; the message quotes the first. */
export function invalidRequest(data: FieldError[]): ApiError {
  const [first] = data
  return new ApiError('BAD_REQUEST', { message: `"${first!.path}" ${first!.message}.`, data })
}

/** @throws {ApiError} `BAD_REQUEST` when there are already `limit` of the `things` of an `owner`. */
export function requireBelowLimit(
  count: number,
  { limit, things, owner = 'an organisation' }: { limit: number; things: string; owner?: string },
): void {
  if (count < limit) return
  const message = `Limit reached: ${owner} can have at most ${limit} ${things}.`
  throw new ApiError('BAD_REQUEST', { message, data: [{ path: 'body', message }] })
}

/** Turns any thrown value into an error that callers may see; the cause is for the log. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown
  const { code, message, cause } = toRenderError(thrown)
  const mapped = apiCodeOf[code]
  if (mapped === undefined) return new ApiError('INTERNAL_SERVER_ERROR', { cause: cause ?? thrown })
  // The message of the other services names options.
  const isOwn = code === 'HeadersTooLarge' || apiCodes[mapped].status >= 500
  return new ApiError(mapped, { ...(!isOwn && { message }), cause })
}
