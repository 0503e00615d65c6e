import type { CDPSession } from 'playwright-core'
import { inLowerCase } from './in-lower-case.ts'
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

/** What one stage wants held, and its judge. */
interface Interest {
  patterns: Pattern[]
  judge: Judge
}

const interests = new WeakMap<CDPSession, Set<Interest>>()

/**
 * Holds requests of a page. Judges are asked in the order in which they came, also about what others wanted held; what
 * none of them takes goes on. Until the function that it returns is called: from then on, what nobody else wants held
 * costs nothing any more.
 */
export async function intercept(
  { session }: Pick<Tab, 'session'>,
  patterns: Pattern[],
  judge: Judge,
): Promise<() => Promise<void>> {
  const all = interests.get(session) ?? listen(session)
  const interest = { patterns, judge }
  all.add(interest)
  await hold(session, all)
  return async () => {
    if (all.delete(interest)) await hold(session, all)
  }
}

/** Without any patterns the protocol would hold everything; switched off, it lets go of all that it holds. */
async function hold(session: CDPSession, all: ReadonlySet<Interest>): Promise<void> {
  const patterns = [...all].flatMap((interest) => interest.patterns)
  if (patterns.length > 0) await session.send('Fetch.enable', { patterns })
  else await session.send('Fetch.disable')
}

function listen(session: CDPSession): Set<Interest> {
  const all = new Set<Interest>()
  interests.set(session, all)
  const decide = async (held: Held): Promise<void> => {
    const { requestId, request } = held
    let isChanged = false
    for (const { judge } of all) {
      const verdict = judge(held)
      const known = verdict instanceof Promise ? await verdict : verdict
      if (known === true) return
      if (known === false) continue
      request.headers = { ...inLowerCase(Object.entries(request.headers)), ...known.headers }
      isChanged = true
    }
    if (all.size === 0) return
    const headers = isChanged
      ? Object.entries(request.headers).map(([name, value]) => ({ name, value }))
      : undefined
    await session.send('Fetch.continueRequest', { requestId, headers })
  }
  // What is held when the page is closed needs no answer.
  session.on('Fetch.requestPaused', (held) => void decide(held).catch(() => undefined))
  return all
}
