import type { CDPSession, Page, Request } from 'playwright-core'
import { withTimeout } from '@render/async'
import { isRefused } from '../protocol/refuse-request.ts'
import { reportedAddress } from './reported-address.ts'
import { WITHOUT_BODIES } from '../protocol/without-bodies.ts'

/** One request of the page; some members are absent while it has no response. */
interface Resource {
  url: string
  method: string
  resourceType: string
  status?: number
  mimeType?: string
  fromCache: boolean
  /** Bytes of the response on the network; 0 for one of the cache. */
  encodedSize: number
  /** Epoch milliseconds. */
  startTime: number
  /** Milliseconds until the end of the response. */
  duration?: number
  failureText?: string
  blocked: boolean
}

/** The requests of a page and its frames. */
export interface Requests {
  list(): Promise<Resource[]>
  /** The number of requests that were not listed because there were too many. */
  readonly missing: number
}

export const MAX_REQUESTS = 5000
/** The longest wait for the facts of one request; a response that has not come by then is left out. */
const FACTS_MS = 1000
const BLOCKED = 'net::ERR_BLOCKED_BY_CLIENT'

/**
 * Tracks the requests of a page from now on until it is closed. `loadedPdf` returns the PDF for which the browser got an empty
 * page.
 */
export async function trackResources(
  session: CDPSession,
  page: Pick<Page, 'on'>,
  loadedPdf: () => Promise<Buffer> | undefined,
): Promise<Requests> {
  const seen: Request[] = []
  const known = await trackProcess(session, loadedPdf)
  let missing = 0
  page.on('request', (request) => {
    if (seen.length < MAX_REQUESTS) seen.push(request)
    else missing += 1
  })
  return {
    get missing() {
      return missing
    },
    async list() {
      const byRequest = Map.groupBy(await known(), ({ method, url }) => keyOf(method, url))
      const rows = seen.map(async (request) => {
        const row = byRequest.get(keyOf(request.method(), reportedAddress(request.url())))?.shift()
        return row ?? (await resourceOf(request))
      })
      return Promise.all(rows)
    },
  }
}

function keyOf(method: string, address: string): string {
  return `${method} ${address}`
}

/** Describes a request of a frame in another process. */
async function resourceOf(request: Request): Promise<Resource> {
  const failureText = request.failure()?.errorText.replace(/\.Inspector$/, '')
  const response =
    failureText === undefined ? await withTimeout(request.response(), FACTS_MS, () => null) : null
  const { startTime, responseEnd } = request.timing()
  const sizes =
    responseEnd >= 0
      ? await withTimeout(request.sizes(), FACTS_MS, () => undefined).catch(() => undefined)
      : undefined
  return {
    url: reportedAddress(request.url()),
    method: request.method(),
    resourceType: request.resourceType(),
    ...(response && { status: response.status(), mimeType: mimeTypeOf(response.headers()['content-type']) }),
    fromCache: false,
    encodedSize: sizes ? Math.max(0, sizes.responseHeadersSize + sizes.responseBodySize) : 0,
    startTime: Math.round(startTime),
    ...(responseEnd >= 0 && { duration: rounded(responseEnd) }),
    ...(failureText && { failureText }),
    blocked: failureText === BLOCKED,
  }
}

function mimeTypeOf(contentType = ''): string {
  return contentType.split(';')[0]!.trim().toLowerCase()
}

/** Tracks the requests of the frames in the page's own process, about which the protocol says more. */
async function trackProcess(
  session: CDPSession,
  loadedPdf: () => Promise<Buffer> | undefined,
): Promise<() => Promise<Resource[]>> {
  const all: { row: Resource; id: string }[] = []
  let pdfRow: Resource | undefined
  const open = new Map<string, { row: Resource; since: number }>()
  const end = (id: string, timestamp: number): Resource | undefined => {
    const found = open.get(id)
    if (found) found.row.duration = rounded((timestamp - found.since) * 1000)
    open.delete(id)
    return found?.row
  }
  session.on('Network.requestWillBeSent', (event) => {
    const { requestId, request, timestamp, wallTime, type = 'Other', redirectResponse } = event
    if (redirectResponse) {
      const { status, mimeType, encodedDataLength } = redirectResponse
      const row = end(requestId, timestamp)
      if (row) Object.assign(row, { status, mimeType, encodedSize: encodedDataLength })
    }
    if (all.length >= MAX_REQUESTS) return
    const row: Resource = {
      url: reportedAddress(request.url),
      method: request.method,
      resourceType: type.toLowerCase(),
      fromCache: false,
      encodedSize: 0,
      startTime: Math.round(wallTime * 1000),
      blocked: false,
    }
    all.push({ row, id: requestId })
    open.set(requestId, { row, since: timestamp })
  })
  session.on('Network.requestServedFromCache', ({ requestId }) => {
    const found = open.get(requestId)
    if (found) found.row.fromCache = true
  })
  session.on('Network.responseReceived', ({ requestId, response, type }) => {
    const found = open.get(requestId)
    if (!found) return
    if (type === 'Document' && loadedPdf()) pdfRow ??= found.row
    const { status, mimeType, fromDiskCache, fromPrefetchCache, encodedDataLength } = response
    found.row.fromCache ||= Boolean(fromDiskCache) || Boolean(fromPrefetchCache)
    Object.assign(found.row, { status, mimeType, encodedSize: encodedDataLength })
  })
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const row = end(requestId, timestamp)
    if (row) row.encodedSize = row.fromCache ? 0 : encodedDataLength
  })
  session.on('Network.loadingFailed', ({ requestId, timestamp, errorText, blockedReason }) => {
    const row = end(requestId, timestamp)
    if (!row) return
    // The browser names the part of it that failed the request.
    row.failureText = errorText.replace(/\.Inspector$/, '')
    row.blocked = blockedReason !== undefined || row.failureText === BLOCKED
  })
  await session.send('Network.enable', WITHOUT_BODIES)
  return async () => {
    const pdf = await loadedPdf()?.catch(() => undefined)
    if (pdf && pdfRow) Object.assign(pdfRow, { mimeType: 'application/pdf', encodedSize: pdf.length })
    return all.map(({ row, id }) => (isRefused(session, id) ? { ...row, blocked: true } : row))
  }
}

function rounded(ms: number): number {
  return Math.round(ms * 10) / 10
}
