import { toRenderError } from '@render/http'

/** How the Management API says what went wrong, with the status and the sentence of each. */
export const apiCodes = {
  BAD_REQUEST: { status: 400, message: 'The request is not valid.' },
  UNAUTHORIZED: {
    status: 401,
    message: 'Authentication required: sign in, or send a management key in the header "x-api-key".',
  },
  FORBIDDEN: { status: 403, message: 'This is not allowed.' },
  NOT_FOUND: { status: 404, message: 'Not found.' },
  METHOD_NOT_SUPPORTED: { status: 405, message: 'The method is not allowed on this path.' },
  CONFLICT: { status: 409, message: 'The present state does not allow it.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The body is too large.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'The body must be JSON in UTF-8.' },
  INTERNAL_SERVER_ERROR: { status: 500, message: 'Something went wrong here.' },
  SERVICE_UNAVAILABLE: { status: 503, message: 'The service is away: try again soon.' },
} as const

export type ApiCode = keyof typeof apiCodes

/** A complaint about a part of the request, such as `body.name`. */
export interface Complaint {
  path: string
  message: string
}

/** What a caller of the Management API is told. */
export class ApiError extends Error {
  readonly code: ApiCode
  readonly data: Complaint[] | undefined

  constructor(
    code: ApiCode,
    {
      message = apiCodes[code].message,
      data,
      cause,
    }: { message?: string; data?: Complaint[]; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.name = 'ApiError'
    this.code = code
    this.data = data
  }

  get status(): number {
    return apiCodes[this.code].status
  }
}

/** What is there; `NOT_FOUND` when it is not. */
export function orNotFound<T>(found: T | null | undefined): T {
  if (found === undefined || found === null) throw new ApiError('NOT_FOUND')
  return found
}

/** What a caller may see of any thrown value: what our listeners share speaks of renders, and unknown ones are a 500. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown
  const { status, message, cause } = toRenderError(thrown)
  const known = Object.entries(apiCodes).find(([, each]) => each.status === status)
  const code = (known?.[0] ?? 'INTERNAL_SERVER_ERROR') as ApiCode
  return new ApiError(code, { ...(status < 500 && { message }), cause })
}
