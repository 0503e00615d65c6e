import type { FailureReason, HttpClient } from '@render/net'

/** A request that a provider refused or failed; the message quotes neither its response nor the credential. */
export class ProviderError extends Error {}

interface Question {
  method?: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
}

/**
 * Sends a request and returns the JSON response.
 * @throws {ProviderError} when there is no such response.
 */
export type Ask = (url: URL, question: Question) => Promise<unknown>

const TIMEOUT_MS = 10_000
/** Enough for lists of hundreds of models with their capabilities. */
const MAX_BYTES = 8 * 1024 ** 2

export const FAILURES: Record<FailureReason | 'too_large', string> = {
  destination_not_allowed: 'The address of the provider is not allowed.',
  timeout: 'The provider did not answer in time.',
  tls_failed: 'The TLS connection to the provider failed.',
  connection_failed: 'The provider cannot be reached.',
  invalid_response: 'The provider does not speak HTTP.',
  too_large: 'The response of the provider is too large.',
}

/** Sends requests by a client that checks addresses. They reject with the reason of the signal when it aborts. */
export function createAsk(http: Pick<HttpClient, 'request'>, signal?: AbortSignal): Ask {
  return async (url, { method = 'GET', headers, body }) => {
    const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES }
    const answer = await http.request(url, {
      method,
      headers,
      ...(body !== undefined && { body }),
      ...limits,
      ...(signal && { signal }),
    })
    if ('failure' in answer) throw new ProviderError(FAILURES[answer.failure])
    if (answer.status !== 200) throw new ProviderError(sentenceOf(answer.status))
    try {
      return JSON.parse(answer.body.toString()) as unknown
    } catch {
      throw new ProviderError('The response of the provider is not JSON.')
    }
  }
}

export function sentenceOf(status: number): string {
  if (status === 401 || status === 403) return `The provider does not accept the credential (HTTP ${status}).`
  if (status === 404) return 'The API of the provider was not found at this address (HTTP 404).'
  return `The provider answered with HTTP ${status}.`
}
