import type { Hop } from '@render/outputs'
import type { Response } from 'playwright-core'
import { reportedAddress } from './reported-address.ts'

const SECRET = '[secret]'
const SECRET_HEADERS = ['authorization', 'cookie', 'proxy-authorization']
const MAX_HEADERS = 200
const MAX_LENGTH = 8192

/** Describes each response and its request; `ownHeaders` are the names of headers that the caller sent. */
export function describeHops(responses: readonly Response[], ownHeaders: readonly string[]): Promise<Hop[]> {
  const secrets = new Set([...SECRET_HEADERS, ...ownHeaders.map((name) => name.toLowerCase())])
  return Promise.all(
    responses.map(async (response) => {
      const [sent, received] = await Promise.all([response.request().allHeaders(), response.allHeaders()])
      const requestHeaders = Object.entries(bounded(sent)).map(([name, value]) => [
        name,
        secrets.has(name) ? SECRET : value,
      ])
      return {
        url: reportedAddress(response.url()),
        status: response.status(),
        requestHeaders: Object.fromEntries(requestHeaders) as Record<string, string>,
        responseHeaders: bounded(received),
      }
    }),
  )
}

/** Returns headers of the protocol without its own ones, such as `:path`. */
function bounded(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !name.startsWith(':'))
      .slice(0, MAX_HEADERS)
      .map(([name, value]) => [name.slice(0, MAX_LENGTH), value.slice(0, MAX_LENGTH)]),
  )
}
