import type { CDPSession } from 'playwright-core'
import type { Tab } from './tabs.ts'

/** A request that waits for us: before it goes out, or, once it has a status, before the page gets its answer. */
export interface Held {
  requestId: string
  /** Its id in the protocol's `Network`. */
  networkId?: string
  resourceType: string
  frameId: string
  /** As it is to be sent: what an earlier judge adds, a later one sees. */
  request: {
    url: string
    method: string
    headers: Record<string, string>
    postDataEntries?: { bytes?: string }[]
  }
  responseStatusCode?: number
  responseHeaders?: { name: string; value: string }[]
}

/** Which requests are held, and when: before they go out unless said otherwise. */
interface Pattern {
  /** As the protocol sees it; data that scripts ask for is all `XHR`. All types when undefined. */
  resourceType?: ResourceType
  /** Of the address, with `*` and `?` as wildcards. All addresses when undefined. */
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
 * Whether it takes charge of a held request: then it has to let go of it by the protocol's `Fetch`, sooner or later.
 * Else it may name headers to send with it, by lower-case name.
 */
type Verdict = boolean | { headers: Record<string, string> }
type Judge = (held: Held) => Verdict | Promise<Verdict>

interface Interception {
  patterns: Pattern[]
  judges: Judge[]
}

const interceptions = new WeakMap<CDPSession, Interception>()

/**
 * Holds requests of a page. Judges are asked in the order in which they came, also about what others wanted held; what
 * none of them takes goes on.
 */
export async function intercept(
  { session }: Pick<Tab, 'session'>,
  wanted: Pattern[],
  judge: Judge,
): Promise<void> {
  const { patterns, judges } = interceptions.get(session) ?? listen(session)
  patterns.push(...wanted)
  judges.push(judge)
  await session.send('Fetch.enable', { patterns })
}

function listen(session: CDPSession): Interception {
  const interception: Interception = { patterns: [], judges: [] }
  interceptions.set(session, interception)
  const decide = async (held: Held): Promise<void> => {
    const { requestId, request } = held
    let isChanged = false
    for (const judge of interception.judges) {
      const verdict = judge(held)
      const known = verdict instanceof Promise ? await verdict : verdict
      if (known === true) return
      if (known === false) continue
      request.headers = { ...inLowerCase(request.headers), ...known.headers }
      isChanged = true
    }
    const headers = isChanged
      ? Object.entries(request.headers).map(([name, value]) => ({ name, value }))
      : undefined
    await session.send('Fetch.continueRequest', { requestId, headers })
  }
  // What is held when the page is closed needs no answer.
  session.on('Fetch.requestPaused', (held) => void decide(held).catch(() => undefined))
  return interception
}

function inLowerCase(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
