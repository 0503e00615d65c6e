import { codes, isErrorCode, type ErrorCode } from './codes.ts'

/** One complaint about one option of a request. */
export interface ErrorDetail {
  option: string
  message: string
}

/** What travels between processes of a failure: no stack, no cause. */
export interface PlainError {
  code: ErrorCode
  message: string
  details?: ErrorDetail[]
}

export interface RenderErrorOptions {
  message?: string
  details?: ErrorDetail[]
  cause?: unknown
  /** Seconds after which the caller may try again; sent as `Retry-After`. */
  retryAfterSeconds?: number
  /** Where it is not the one of the code. */
  status?: number
}

/** The one error class whose message may be shown to a caller. */
export class RenderError extends Error {
  readonly code: ErrorCode
  readonly details?: ErrorDetail[]
  readonly retryAfterSeconds?: number
  readonly status: number

  constructor(code: ErrorCode, options: RenderErrorOptions = {}) {
    super(options.message ?? codes[code].message, { cause: options.cause })
    this.name = 'RenderError'
    this.code = code
    this.details = options.details
    this.retryAfterSeconds = options.retryAfterSeconds
    this.status = options.status ?? codes[code].status
  }

  toPlain(): PlainError {
    return { code: this.code, message: this.message, ...(this.details && { details: this.details }) }
  }

  static fromPlain(plain: PlainError): RenderError {
    return new RenderError(plain.code, { message: plain.message, details: plain.details })
  }
}

/** Reads a `PlainError` from JSON text; undefined for anything else. */
export function parsePlainError(text: string | undefined): PlainError | undefined {
  try {
    const value = JSON.parse(text ?? '') as PlainError | null
    return isErrorCode(value?.code) && typeof value?.message === 'string' ? value : undefined
  } catch {
    return undefined
  }
}
