import type { Page, Request, WebSocket } from 'playwright-core'
import type { PageTime } from '../page-time/page-time.ts'
import { isMainNavigation } from '../navigation/is-main-navigation.ts'

/** A request of the page that has no complete response yet. */
export interface OpenRequest {
  address: string
  /** Such as `script`, `fetch` and `image`. */
  resourceType: string
  ageMs: number
  /** True when a frame of another origin than the page's made it. */
  isCrossOrigin: boolean
  /** The number of equal requests answered between the first call of `openRequests` and the start of this one. */
  answeredBefore: number
  /** True when the response has not begun, and no equal request was answered before this one. */
  isUnanswered: boolean
}

/** Reports the network traffic of a page. */
export interface Traffic {
  openRequests(): OpenRequest[]
  /** Removes the request of the page's document when no more of it will arrive, because no event reports that. */
  endDocument(): void
  /** Returns whether sockets, streams or workers may send the page a message at any time. */
  hasMessengers(): boolean
}

/** Tracks the traffic of a page and its frames until the page is closed. */
export function trackPageTraffic({
  page,
  time,
}: {
  page: Pick<Page, 'on' | 'mainFrame' | 'workers'>
  time: Pick<PageTime, 'now'>
}): Traffic {
  const begun = new Map<Request, { since: number; isUnanswered: boolean }>()
  const answered = new Set<string>()
  const sockets = new Set<WebSocket>()
  let responses: { key: string; at: number }[] | undefined
  page.on('request', (request) => {
    begun.set(request, { since: time.now(), isUnanswered: !answered.has(requestKeyOf(request)) })
  })
  page.on('response', (response) => {
    const key = requestKeyOf(response.request())
    answered.add(key)
    responses?.push({ key, at: time.now() })
    const request = begun.get(response.request())
    if (request) request.isUnanswered = false
  })
  page.on('requestfinished', (request) => void begun.delete(request))
  page.on('requestfailed', (request) => void begun.delete(request))
  page.on('websocket', (socket) => {
    sockets.add(socket)
    socket.on('close', () => void sockets.delete(socket))
  })

  return {
    openRequests() {
      const earlier = (responses ??= [])
      const now = time.now()
      return Array.from(begun, ([request, { since, isUnanswered }]) => {
        const key = requestKeyOf(request)
        return {
          address: request.url(),
          resourceType: request.resourceType(),
          ageMs: now - since,
          isCrossOrigin: isCrossOrigin(request, page),
          answeredBefore: earlier.filter((one) => one.key === key && one.at < since).length,
          isUnanswered,
        }
      })
    },
    endDocument() {
      for (const request of begun.keys()) if (isMainNavigation(page, request)) begun.delete(request)
    },
    hasMessengers: () =>
      sockets.size > 0 ||
      page.workers().length > 0 ||
      Array.from(begun.keys()).some((request) => request.resourceType() === 'eventsource'),
  }
}

/**
 * Returns a key that is equal for equal requests. It leaves out the query, because the query of a page that polls is often
 * a counter.
 */
function requestKeyOf(request: Request): string {
  const [address] = request.url().split('?')
  return `${request.method()} ${address} ${request.postData() ?? ''}`
}

function isCrossOrigin(request: Request, page: Pick<Page, 'mainFrame'>): boolean {
  try {
    const origin = originOf(request.frame().url())
    return origin !== undefined && origin !== originOf(page.mainFrame().url())
  } catch {
    // A worker made the request, or it is for a frame that does not exist yet.
    return false
  }
}

/** Returns the origin of an address; undefined for frames without an address of their own, which belong to the page. */
function originOf(address: string): string | undefined {
  const { protocol, origin } = new URL(address)
  return /^https?:$/.test(protocol) ? origin : undefined
}
