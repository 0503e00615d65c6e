import type { FailureReason, HttpClient } from '@render/net'

/** Why a provider gave nothing, in a sentence that quotes neither it nor the credential. */
export class Refusal extends Error {}

interface Question {
  method?: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
}

/**
 * Asks for something in JSON.
 * @throws {Refusal} when nothing of the kind is answered.
 */
export type Ask = (url: URL, question: Question) => Promise<unknown>

const TIMEOUT_MS = 10_000
/** Lists of hundreds of models with all that they can do are that long. */
const MAXIMUM_BYTES = 8 * 1024 ** 2

const FAILURES: Record<FailureReason | 'too_large', string> = {
  destination_not_allowed: 'The address is not one that may be asked.',
  timeout: 'The provider did not answer in time.',
  tls_failed: 'There is no secure connection to the provider.',
  connection_failed: 'The provider cannot be reached.',
  invalid_response: 'The provider does not speak HTTP.',
  too_large: 'The answer of the provider is too large.',
}

/** Asks by a client that judges where it goes. */
export function askBy(http: Pick<HttpClient, 'ask'>): Ask {
  return async (url, { method = 'GET', headers, body }) => {
    const limits = { timeoutMs: TIMEOUT_MS, maximumBytes: MAXIMUM_BYTES }
    const answer = await http.ask(url, { method, headers, ...(body !== undefined && { body }), ...limits })
    if ('failure' in answer) throw new Refusal(FAILURES[answer.failure])
    if (answer.status !== 200) throw new Refusal(sentenceOf(answer.status))
    try {
      return JSON.parse(answer.body.toString()) as unknown
    } catch {
      throw new Refusal('The provider answered with something else than JSON.')
    }
  }
}

function sentenceOf(status: number): string {
  if (status === 401 || status === 403) return `The provider does not accept the credential (HTTP ${status}).`
  if (status === 404) return 'There is no such provider at the address (HTTP 404).'
  return `The provider answered with HTTP ${status}.`
}
