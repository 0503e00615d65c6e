import { inLowerCase } from './in-lower-case.ts'
import type { Held } from './intercept.ts'

/** As the protocol has it. */
interface Answer {
  responseCode: number
  responseHeaders: { name: string; value: string }[]
}

/** An answer with which any page may read what it asked for; where the page asks for leave first, the leave. */
export function permitReading(
  held: Pick<Held, 'request'>,
  { responseCode, responseHeaders }: Answer,
): Answer {
  const asked = inLowerCase(Object.entries(held.request.headers))
  const kept = responseHeaders.filter(({ name }) => !/^access-control-/i.test(name))
  const origin = asked.origin
  const permitted = [
    ...kept,
    { name: 'Access-Control-Allow-Origin', value: origin ?? '*' },
    ...(origin === undefined ? [] : [{ name: 'Access-Control-Allow-Credentials', value: 'true' }]),
  ]
  if (isPreflight(held)) {
    const leave = [
      { name: 'Access-Control-Allow-Methods', value: asked['access-control-request-method'] ?? '' },
      { name: 'Access-Control-Allow-Headers', value: asked['access-control-request-headers'] ?? '' },
    ]
    return { responseCode: 204, responseHeaders: [...permitted, ...leave] }
  }
  const names = kept.map(({ name }) => name).join(', ')
  return {
    responseCode,
    responseHeaders: [...permitted, { name: 'Access-Control-Expose-Headers', value: names }],
  }
}

/** Whether it asks for leave to make another request. */
export function isPreflight({ request: { method, headers } }: Pick<Held, 'request'>): boolean {
  return (
    method === 'OPTIONS' && Object.keys(headers).some((name) => /^access-control-request-method$/i.test(name))
  )
}
