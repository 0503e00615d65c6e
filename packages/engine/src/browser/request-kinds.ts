import type { Page } from 'playwright-core'
import type { Held } from './intercept.ts'

/** Says what held requests are for in finer words than the protocol has: `fetch` and `xhr`, `media` and `texttrack`. */
export interface RequestKinds {
  /** Undefined when nobody says so in time. */
  of(held: Held): Promise<string | undefined>
}

const TIMEOUT_MS = 1000

/** Types under which only one kind of requests is held. */
const PLAIN: Partial<Record<string, string>> = {
  Document: 'document',
  Stylesheet: 'stylesheet',
  Image: 'image',
  Font: 'font',
  Script: 'script',
  Ping: 'ping',
  CSPViolationReport: 'cspviolationreport',
}

/** Follows the requests of a page from now on. The page tells of each of them shortly before or after it is held. */
export function followKinds(page: Pick<Page, 'on'>): RequestKinds {
  const told: Told[] = []
  const waiting: Waiting[] = []
  page.on('request', (request) => {
    const one = { method: request.method(), url: request.url(), kind: request.resourceType() }
    const waiter = take(waiting, one)
    if (waiter) waiter.resolve(one.kind)
    else told.push(one)
  })

  return {
    async of({ resourceType, request: { method, url } }) {
      const known = take(told, { method, url })
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

interface Asked {
  method: string
  url: string
}

interface Told extends Asked {
  kind: string
}

interface Waiting extends Asked {
  resolve: (kind: string | undefined) => void
}

/** The first of the list that is for the same, no longer in it. */
function take<T extends Asked>(list: T[], { method, url }: Asked): T | undefined {
  const at = list.findIndex((one) => one.method === method && one.url === url)
  return at < 0 ? undefined : list.splice(at, 1)[0]
}
