import { RenderError, type ErrorDetail, type PlainError } from '@render/errors'

/** The body of all error responses. `errors` is JSON text inside JSON, as published clients expect it. */
export interface ErrorEnvelope {
  error: { message: string; code?: string; details?: ErrorDetail[]; errors?: string }
  requestId: string
  /** For clients that poll and read nothing else. */
  status?: 'not-found'
}

export function errorEnvelope(error: PlainError, requestId: string): ErrorEnvelope {
  return {
    error: errorBody(error),
    requestId,
    ...(error.code === 'RenderNotFound' && { status: 'not-found' }),
  }
}

/** Returns the `error` member alone, for statuses and webhook bodies. */
export function errorBody({ code, message, details }: PlainError): ErrorEnvelope['error'] {
  return { message, code, ...(details?.length && { details, errors: JSON.stringify(byOption(details)) }) }
}

/** Returns the error that a caller sees for a thrown value: a generic 500 for unknown values. */
export function toRenderError(thrown: unknown): RenderError {
  if (thrown instanceof RenderError) return thrown
  if (isUndecodablePath(thrown)) return new RenderError('NotFound')
  return new RenderError('InternalError', { cause: thrown })
}

/** Converts a message for a header: one line of printable ASCII, at most 512 bytes. */
export function headerText(message: string): string {
  return message.replaceAll(/[^\x20-\x7e]+/g, ' ').slice(0, 512)
}

/** Recognises the error that the router throws for a path such as `/%ff`. */
function isUndecodablePath(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === 'URIError' && 'status' in thrown && thrown.status === 400
}

function byOption(details: ErrorDetail[]): Record<string, string[]> {
  const map = new Map<string, string[]>()
  for (const { option, message } of details) map.set(option, [...(map.get(option) ?? []), message])
  return Object.fromEntries(map)
}
