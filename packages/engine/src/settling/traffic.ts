import type { Page, Request, WebSocket } from 'playwright-core'

/** A request of the page that has no complete answer yet. */
export interface OpenRequest {
  address: string
  /** What for, in the browser's words: `script`, `fetch`, `image`. */
  kind: string
  ageMs: number
  /** By a frame of another origin than the page's. */
  isForeign: boolean
  /** How often the same was asked and answered between the first question for open requests and this one. */
  answeredBefore: number
}

/** What goes on between a page and the world. */
export interface Traffic {
  openRequests(): OpenRequest[]
  /** Says that nothing more comes of the page's document, of which nothing else tells. */
  endDocument(): void
  /** Whether something outside of its documents may tell the page something at any time. */
  hasMessengers(): boolean
}

/** Follows a page and its frames from now on, until the page is closed. */
export function followTraffic(page: Pick<Page, 'on' | 'mainFrame' | 'workers'>): Traffic {
  const begun = new Map<Request, number>()
  const sockets = new Set<WebSocket>()
  let answers: { question: string; at: number }[] | undefined
  page.on('request', (request) => void begun.set(request, performance.now()))
  page.on('response', (response) => {
    answers?.push({ question: questionOf(response.request()), at: performance.now() })
  })
  page.on('requestfinished', (request) => void begun.delete(request))
  page.on('requestfailed', (request) => void begun.delete(request))
  page.on('websocket', (socket) => {
    sockets.add(socket)
    socket.on('close', () => void sockets.delete(socket))
  })

  return {
    openRequests() {
      const earlier = (answers ??= [])
      const now = performance.now()
      return Array.from(begun, ([request, since]) => {
        const question = questionOf(request)
        return {
          address: request.url(),
          kind: request.resourceType(),
          ageMs: now - since,
          isForeign: isForeign(request, page),
          answeredBefore: earlier.filter((one) => one.question === question && one.at < since).length,
        }
      })
    },
    endDocument() {
      for (const request of begun.keys())
        if (request.isNavigationRequest() && request.frame() === page.mainFrame()) begun.delete(request)
    },
    hasMessengers: () =>
      sockets.size > 0 ||
      page.workers().length > 0 ||
      Array.from(begun.keys()).some((request) => request.resourceType() === 'eventsource'),
  }
}

/** The same for what differs in its query only: that of a page which polls is often a number that counts. */
function questionOf(request: Request): string {
  const [address] = request.url().split('?')
  return `${request.method()} ${address} ${request.postData() ?? ''}`
}

function isForeign(request: Request, page: Pick<Page, 'mainFrame'>): boolean {
  try {
    const origin = originOf(request.frame().url())
    return origin !== undefined && origin !== originOf(page.mainFrame().url())
  } catch {
    // Asked by a worker, or for a frame that is yet to come.
    return false
  }
}

/** Frames without an address of their own belong to the page. */
function originOf(address: string): string | undefined {
  const { protocol, origin } = new URL(address)
  return /^https?:$/.test(protocol) ? origin : undefined
}
