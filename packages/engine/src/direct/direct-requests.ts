import { EventEmitter } from 'node:events'
import type { DirectSession } from './direct-client.ts'
import type { DirectFrame, DirectFrames } from './direct-frames.ts'
import { inLowerCase } from '../protocol/in-lower-case.ts'
import { WITHOUT_BODIES } from '../protocol/without-bodies.ts'

/** A request of a page, with what the engine uses of Playwright's. */
interface DirectRequest {
  url(): string
  method(): string
  resourceType(): string
  postData(): string | null
  frame(): DirectFrame
  isNavigationRequest(): boolean
  redirectedFrom(): DirectRequest | null
  failure(): { errorText: string } | null
}

interface DirectResponse {
  url(): string
  status(): number
  headers(): Record<string, string>
  request(): DirectRequest
}

interface Open {
  request: DirectRequest
  frame: DirectFrame
  /** Set for the request of a document. */
  loaderId: string | undefined
  failed: string | undefined
}

/** The types that Playwright knows; it reports others as `other`. */
const TYPES = new Set(
  'Document Stylesheet Image Media Font Script TextTrack XHR Fetch EventSource WebSocket Manifest Ping'.split(
    ' ',
  ),
)

export interface DirectRequests {
  /** Reports the requests of a session; those of a worker belong to the frame that started it. */
  listen(session: DirectSession, frameOfWorker?: DirectFrame): Promise<unknown>
}

/**
 * Reports the requests of a page as Playwright does: `request`, `response`, and `requestfinished` or `requestfailed`. Calls
 * `onAbort` with the document and the reason when the request of a document fails.
 */
export function trackDirectRequests(
  page: EventEmitter,
  frames: DirectFrames,
  onAbort: (loaderId: string, errorText: string) => void,
): DirectRequests {
  const open = new Map<string, Open>()

  function begin(event: WillBeSent, frameOfWorker?: DirectFrame): void {
    const { requestId, loaderId, request, type = 'Other', redirectResponse, frameId } = event
    const { url, method, postData = null } = request
    const isNavigation = requestId === loaderId && type === 'Document'
    if (url.startsWith('data:') || (url.endsWith('/favicon.ico') && !isNavigation)) return
    const earlier = redirectResponse && open.get(requestId)
    if (earlier) {
      page.emit('response', responseTo(earlier, redirectResponse))
      finish(requestId, earlier)
    }
    const frame = frames.find(frameId) ?? frameOfWorker
    if (!frame) return
    const loader = isNavigation ? loaderId : undefined
    const one = describe({ url, method, postData, type, frame, loaderId: loader, earlier })
    open.set(requestId, one)
    page.emit('request', one.request)
  }

  function finish(requestId: string, { request }: Open): void {
    open.delete(requestId)
    page.emit('requestfinished', request)
  }

  function fail(requestId: string, one: Open, errorText: string): void {
    open.delete(requestId)
    one.failed = errorText
    page.emit('requestfailed', one.request)
    if (one.loaderId !== undefined && one.frame === frames.main) onAbort(one.loaderId, errorText)
  }

  /** Requests of a document that another one replaced send no further events. */
  function failOf(frame: DirectFrame, loaderId?: string): void {
    for (const [requestId, one] of open)
      if (one.frame === frame && (one.loaderId === undefined || one.loaderId !== loaderId))
        fail(requestId, one, 'net::ERR_ABORTED')
  }

  frames.events.on('committed', failOf)
  frames.events.on('removed', (frame) => failOf(frame))

  return {
    listen(session, frameOfWorker) {
      session.on('Network.requestWillBeSent', (event: WillBeSent) => begin(event, frameOfWorker))
      session.on('Network.responseReceived', ({ requestId, response }: ResponseReceived) => {
        const one = open.get(requestId)
        if (one) page.emit('response', responseTo(one, response))
      })
      session.on('Network.loadingFinished', ({ requestId }: { requestId: string }) => {
        const one = open.get(requestId)
        if (one) finish(requestId, one)
      })
      session.on('Network.loadingFailed', ({ requestId, errorText, blockedReason }: LoadingFailed) => {
        const one = open.get(requestId)
        if (one) fail(requestId, one, errorText || blockedReason || 'failed')
      })
      trackSockets(session, page)
      return session.send('Network.enable', WITHOUT_BODIES)
    },
  }
}

function describe({ url, method, postData, type, frame, loaderId, earlier }: Described): Open {
  const one: Open = {
    frame,
    loaderId,
    failed: undefined,
    request: {
      url: () => url,
      method: () => method,
      resourceType: () => (TYPES.has(type) ? type.toLowerCase() : 'other'),
      postData: () => postData,
      frame: () => frame,
      isNavigationRequest: () => loaderId !== undefined,
      redirectedFrom: () => earlier?.request ?? null,
      failure: () => (one.failed === undefined ? null : { errorText: one.failed }),
    },
  }
  return one
}

function responseTo({ request }: Open, { url, status, headers }: ResponseData): DirectResponse {
  return {
    url: () => url,
    status: () => status,
    headers: () => inLowerCase(Object.entries(headers)),
    request: () => request,
  }
}

/** Reports the sockets of a session as Playwright does. */
function trackSockets(session: DirectSession, page: EventEmitter): void {
  const sockets = new Map<string, EventEmitter>()
  session.on('Network.webSocketCreated', ({ requestId }: { requestId: string }) => {
    const socket = new EventEmitter()
    sockets.set(requestId, socket)
    page.emit('websocket', socket)
  })
  session.on('Network.webSocketClosed', ({ requestId }: { requestId: string }) => {
    sockets.get(requestId)?.emit('close')
    sockets.delete(requestId)
  })
}

interface Described {
  url: string
  method: string
  postData: string | null
  type: string
  frame: DirectFrame
  loaderId: string | undefined
  /** The request that was redirected to this one. */
  earlier: Open | undefined
}

interface ResponseData {
  url: string
  status: number
  headers: Record<string, string>
}

interface WillBeSent {
  requestId: string
  loaderId: string
  frameId?: string
  type?: string
  request: { url: string; method: string; postData?: string }
  redirectResponse?: ResponseData
}

interface ResponseReceived {
  requestId: string
  response: ResponseData
}

interface LoadingFailed {
  requestId: string
  errorText: string
  blockedReason?: string
}
