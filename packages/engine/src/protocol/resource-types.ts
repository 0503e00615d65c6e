import type { Page } from 'playwright-core'
import { isPreflight } from './add-cors-headers.ts'
import { inLowerCase } from './in-lower-case.ts'
import type { Held } from './intercept.ts'

/**
 * Finds the types of held requests more exactly than the protocol reports them: `fetch` and `xhr`, `media` and
 * `texttrack`.
 */
export interface ResourceTypes {
  /** Returns undefined when the page does not report the type in time. The type of a preflight is that of its request. */
  of(held: Held): Promise<string | undefined>
}

/** Only a busy machine makes a report late. */
const TIMEOUT_MS = 5000

/** Protocol types that stand for exactly one type of request. */
const PLAIN: Partial<Record<string, string>> = {
  Document: 'document',
  Stylesheet: 'stylesheet',
  Image: 'image',
  Font: 'font',
  Script: 'script',
  Ping: 'ping',
  CSPViolationReport: 'cspviolationreport',
}

/** Starts to track the types of a page's requests. The page reports each request shortly before or after it is held. */
export function followResourceTypes(page: Pick<Page, 'on'>): ResourceTypes {
  const reported: Reported[] = []
  const waiting: Waiting[] = []
  page.on('request', (request) => {
    const one = { method: request.method(), url: request.url(), kind: request.resourceType() }
    for (;;) {
      const waiter = take(waiting, one)
      waiter?.resolve(one.kind)
      if (!waiter) return void reported.push(one)
      if (!waiter.isPreflight) return
    }
  })

  return {
    async of(held) {
      const key = keyOf(held)
      // The request itself is held after its preflight.
      const known = key.isPreflight ? reported.find(sameAs(key)) : take(reported, key)
      const kind = PLAIN[held.resourceType] ?? known?.kind
      if (kind) return kind
      const { promise, resolve } = Promise.withResolvers<string | undefined>()
      const waiter = { ...key, resolve }
      waiting.push(waiter)
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(waiter), 1)
        resolve(undefined)
      }, TIMEOUT_MS)
      return promise.finally(() => clearTimeout(timer))
    },
  }
}

interface RequestKey {
  method: string
  url: string
}

interface Reported extends RequestKey {
  kind: string
}

interface Waiting extends RequestKey {
  isPreflight: boolean
  resolve: (kind: string | undefined) => void
}

/** Returns how the page reports a request. It does not report a preflight, only the request that it is for. */
function keyOf(held: Held): RequestKey & { isPreflight: boolean } {
  const { url, headers, ...request } = held.request
  if (!isPreflight(held)) return { method: request.method, url, isPreflight: false }
  const method = inLowerCase(Object.entries(headers))['access-control-request-method']!
  return { method, url, isPreflight: true }
}

function sameAs({ method, url }: RequestKey): (other: RequestKey) => boolean {
  return (other) => other.method === method && other.url === url
}

/** Removes and returns the first entry for the same method and address. */
function take<T extends RequestKey>(list: T[], key: RequestKey): T | undefined {
  const at = list.findIndex(sameAs(key))
  return at < 0 ? undefined : list.splice(at, 1)[0]
}
