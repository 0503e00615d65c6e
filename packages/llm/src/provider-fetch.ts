import type { HttpClient } from '@render/net'
import { FAILURES, ProviderError } from './ask.ts'

interface FetchSettings {
  http: Pick<HttpClient, 'request'>
  /** The address below which all requests have to be. */
  base: string
  timeoutMs: number
  signal: AbortSignal
}

/** Bounds one response of a provider. */
const MAX_BYTES = 8 * 1024 ** 2

/**
 * Makes the fetch of a provider's library: it connects to checked addresses only, follows no redirect, and sends nothing to
 * another origin than the provider's, because requests carry its key.
 */
export function createProviderFetch({ http, base, timeoutMs, signal }: FetchSettings): typeof fetch {
  const { origin } = new URL(base)
  const endsAt = performance.now() + timeoutMs
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (url.origin !== origin) throw new ProviderError('The model is not at the address of the provider.')
    const { method = 'GET', headers, body } = init
    if (typeof body !== 'string' || method !== 'POST')
      throw new Error('A library of a provider sends another kind of request than models are asked with.')
    const answer = await http.request(url, {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      body,
      timeoutMs: Math.max(1, Math.ceil(endsAt - performance.now())),
      maxBytes: MAX_BYTES,
      signal,
    })
    if ('failure' in answer) throw new ProviderError(FAILURES[answer.failure])
    const { status, contentType, body: bytes } = answer
    return new Response(mayHaveBody(status) ? new Uint8Array(bytes) : null, {
      status,
      ...(contentType !== undefined && { headers: { 'content-type': contentType } }),
    })
  }
}

function mayHaveBody(status: number): boolean {
  return status !== 204 && status !== 205 && status !== 304
}
