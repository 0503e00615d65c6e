import { inLowerCase } from './in-lower-case.ts'
import type { Held } from './intercept.ts'

/** Status and headers of a response, in the form of the protocol. */
interface HeldResponse {
  responseCode: number
  responseHeaders: { name: string; value: string }[]
}

/** Returns a response with headers that let any page read it; for a preflight request, the permission. */
export function addCorsHeaders(
  held: Pick<Held, 'request'>,
  { responseCode, responseHeaders }: HeldResponse,
): HeldResponse {
  const requested = inLowerCase(Object.entries(held.request.headers))
  const kept = responseHeaders.filter(({ name }) => !/^access-control-/i.test(name))
  const { origin } = requested
  const permitted = [
    ...kept,
    { name: 'Access-Control-Allow-Origin', value: origin ?? '*' },
    ...(origin === undefined ? [] : [{ name: 'Access-Control-Allow-Credentials', value: 'true' }]),
  ]
  if (isPreflight(held)) {
    const permission = [
      { name: 'Access-Control-Allow-Methods', value: requested['access-control-request-method'] ?? '' },
      { name: 'Access-Control-Allow-Headers', value: requested['access-control-request-headers'] ?? '' },
    ]
    return { responseCode: 204, responseHeaders: [...permitted, ...permission] }
  }
  const names = kept.map(({ name }) => name).join(', ')
  return {
    responseCode,
    responseHeaders: [...permitted, { name: 'Access-Control-Expose-Headers', value: names }],
  }
}

/** Returns whether a request is a CORS preflight. */
export function isPreflight({ request: { method, headers } }: Pick<Held, 'request'>): boolean {
  return (
    method === 'OPTIONS' && Object.keys(headers).some((name) => /^access-control-request-method$/i.test(name))
  )
}
