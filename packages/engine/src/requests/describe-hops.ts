import type { Hop } from '@render/outputs'
import type { Response } from 'playwright-core'
import { createInlineBudget } from '../data/keep-inline.ts'
import { reportedAddress } from './reported-address.ts'

const SECRET = '[secret]'
const SECRET_HEADERS = ['authorization', 'cookie', 'proxy-authorization']
const MAX_HEADERS = 200
const MAX_LENGTH = 8192

/** Hops with the headers that a result has room for, and how many it leaves out. */
interface DescribedHops {
  hops: Hop[]
  leftOut: number
}

/** Describes each response and its request; `ownHeaders` are the names of headers that the caller sent. */
export async function describeHops(
  responses: readonly Response[],
  ownHeaders: readonly string[],
): Promise<DescribedHops> {
  const secrets = new Set([...SECRET_HEADERS, ...ownHeaders.map((name) => name.toLowerCase())])
  const hops = await Promise.all(
    responses.map(async (response): Promise<Hop> => {
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
  return withinResult(hops)
}

/** Keeps the headers of the last hop first, which is the page. */
function withinResult(hops: readonly Hop[]): DescribedHops {
  const fits = createInlineBudget()
  let leftOut = 0
  const keep = (headers: Record<string, string>): Record<string, string> => {
    const entries = Object.entries(headers)
    const kept = entries.filter(fits)
    leftOut += entries.length - kept.length
    return Object.fromEntries(kept)
  }
  const kept = hops.toReversed().map(({ responseHeaders, requestHeaders, ...hop }) => {
    const received = keep(responseHeaders)
    return { ...hop, requestHeaders: keep(requestHeaders), responseHeaders: received }
  })
  return { hops: kept.toReversed(), leftOut }
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
