import type { CDPSession } from 'playwright-core'
import { inLowerCase } from './in-lower-case.ts'

/** A paused request: before it is sent, or, once it has a status, before the page gets the response. */
export interface Held {
  requestId: string
  /** Its id in the protocol's `Network`. */
  networkId?: string
  resourceType: string
  frameId: string
  /** The request as it will be sent: a handler sees the headers that earlier ones added. */
  request: {
    url: string
    method: string
    headers: Record<string, string>
    postDataEntries?: { bytes?: string }[]
  }
  responseStatusCode?: number
  responseHeaders?: { name: string; value: string }[]
}

/** Selects the requests to hold, and the stage at which they are held: before they are sent by default. */
interface Pattern {
  /** The protocol's type, in which all data requests of scripts are `XHR`. All types when undefined. */
  resourceType?: ResourceType
  /** A pattern for the address, with `*` and `?` as wildcards. All addresses when undefined. */
  urlPattern?: string
  requestStage?: 'Request' | 'Response'
}

export type ResourceType =
  | 'Document'
  | 'Stylesheet'
  | 'Image'
  | 'Media'
  | 'Font'
  | 'Script'
  | 'XHR'
  | 'Fetch'
  | 'Ping'
  | 'CSPViolationReport'
  | 'Other'

/**
 * True when the handler takes the held request over: it must then continue, fulfil or fail the request through the
 * protocol's `Fetch` domain. Otherwise it may return headers to add, by lower-case name.
 */
type Decision = boolean | { headers: Record<string, string> }
type Handler = (held: Held) => Decision | Promise<Decision>

/** The requests that one stage intercepts, and its handler. */
interface Interception {
  patterns: Pattern[]
  handler: Handler
}

const interceptions = new WeakMap<CDPSession, Set<Interception>>()

/**
 * Starts to hold requests of a page, and returns a function that stops it. Handlers are called in the order in which they
 * were added, also for requests that only other patterns match; a request that no handler takes over is continued, and
 * one whose handler throws, or that the browser refuses to continue, fails. Requests that no remaining pattern matches are
 * not held, which costs nothing.
 */
export async function intercept(
  { session }: { session: CDPSession },
  patterns: Pattern[],
  handler: Handler,
): Promise<() => Promise<void>> {
  const all = interceptions.get(session) ?? listen(session)
  const interception = { patterns, handler }
  all.add(interception)
  await hold(session, all)
  return async () => {
    if (all.delete(interception)) await hold(session, all)
  }
}

/**
 * Sends the patterns to the browser. An empty list would hold every request, so `Fetch` is disabled instead, which
 * continues all held requests.
 */
async function hold(session: CDPSession, all: ReadonlySet<Interception>): Promise<void> {
  const patterns = [...all].flatMap((interception) => interception.patterns)
  if (patterns.length > 0) await session.send('Fetch.enable', { patterns })
  else await session.send('Fetch.disable')
}

function listen(session: CDPSession): Set<Interception> {
  const all = new Set<Interception>()
  interceptions.set(session, all)
  const decide = async (held: Held): Promise<void> => {
    const { requestId, request } = held
    let isChanged = false
    for (const { handler } of all) {
      const result = handler(held)
      const decision = result instanceof Promise ? await result : result
      if (decision === true) return
      if (decision === false) continue
      request.headers = { ...inLowerCase(Object.entries(request.headers)), ...decision.headers }
      isChanged = true
    }
    if (all.size === 0) return
    const headers = isChanged
      ? Object.entries(request.headers).map(([name, value]) => ({ name, value }))
      : undefined
    await session.send('Fetch.continueRequest', { requestId, headers })
  }
  // A request without a reply would be held, and its page load, for ever.
  const fail = ({ requestId }: Held) =>
    session.send('Fetch.failRequest', { requestId, errorReason: 'Failed' })
  session.on('Fetch.requestPaused', (held) => {
    decide(held)
      .catch(() => fail(held))
      // Fails when the page is closing.
      .catch(() => undefined)
  })
  return all
}
