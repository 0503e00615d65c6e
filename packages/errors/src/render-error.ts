import { codes, isErrorCode, type CodeEntry, type ErrorCode } from './codes.ts'

/** A problem with one option of a request. */
export interface ErrorDetail {
  option: string
  message: string
}

/** The serialisable form of an error, sent between processes: no stack, no cause. */
export interface PlainError {
  code: ErrorCode
  message: string
  details?: ErrorDetail[]
}

export interface RenderErrorOptions {
  message?: string
  details?: ErrorDetail[]
  cause?: unknown
  /** Seconds after which the caller may retry; sent as `Retry-After`. */
  retryAfterSeconds?: number
  /** HTTP status; the one of the code by default. */
  status?: number
}

/** The only error class whose message may be sent to a caller. */
export class RenderError extends Error {
  readonly code: ErrorCode
  readonly details?: ErrorDetail[]
  readonly retryAfterSeconds?: number
  readonly status: number

  constructor(code: ErrorCode, options: RenderErrorOptions = {}) {
    const entry: CodeEntry = codes[code]
    super(options.message ?? entry.message, { cause: options.cause })
    this.name = 'RenderError'
    this.code = code
    this.details = options.details
    this.retryAfterSeconds = options.retryAfterSeconds ?? entry.retryAfterSeconds
    this.status = options.status ?? entry.status
  }

  /** Builds the error for one invalid option, or for several that have to change together. */
  static forOption(
    options: string | readonly string[],
    message: string,
    code: ErrorCode = 'InvalidOptions',
    cause?: unknown,
  ): RenderError {
    const details = [options].flat().map((option) => ({ option, message }))
    return new RenderError(code, { message, details, cause })
  }

  toPlain(): PlainError {
    return { code: this.code, message: this.message, ...(this.details && { details: this.details }) }
  }

  static fromPlain(plain: PlainError): RenderError {
    return new RenderError(plain.code, { message: plain.message, details: plain.details })
  }
}

/** Parses a `PlainError` from JSON text; returns undefined for anything else. */
export function parsePlainError(text: string | undefined): PlainError | undefined {
  try {
    const value = JSON.parse(text ?? '') as PlainError | null
    return isErrorCode(value?.code) && typeof value?.message === 'string' ? value : undefined
  } catch {
    return undefined
  }
}
