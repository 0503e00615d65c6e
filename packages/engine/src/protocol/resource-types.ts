import type { Page } from 'playwright-core'
import type { Held } from './intercept.ts'

/**
 * Finds the types of held requests more exactly than the protocol reports them: `fetch` and `xhr`, `media` and
 * `texttrack`.
 */
export interface ResourceTypes {
  /** Returns undefined when the page does not report the type in time. */
  of(held: Held): Promise<string | undefined>
}

const TIMEOUT_MS = 1000

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
    const waiter = take(waiting, one)
    if (waiter) waiter.resolve(one.kind)
    else reported.push(one)
  })

  return {
    async of({ resourceType, request: { method, url } }) {
      const known = take(reported, { method, url })
      const kind = PLAIN[resourceType] ?? known?.kind
      if (kind) return kind
      const { promise, resolve } = Promise.withResolvers<string | undefined>()
      const waiter = { method, url, resolve }
      waiting.push(waiter)
      const timer = setTimeout(() => take(waiting, waiter)?.resolve(undefined), TIMEOUT_MS)
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
  resolve: (kind: string | undefined) => void
}

/** Removes and returns the first entry for the same method and address. */
function take<T extends RequestKey>(list: T[], { method, url }: RequestKey): T | undefined {
  const at = list.findIndex((one) => one.method === method && one.url === url)
  return at < 0 ? undefined : list.splice(at, 1)[0]
}
