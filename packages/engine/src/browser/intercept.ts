import type { CDPSession } from 'playwright-core'
import type { Tab } from './tabs.ts'

/** A request that waits for us: before it goes out, or, once it has a status, before the page gets its answer. */
export interface Held {
  requestId: string
  request: { url: string; method: string }
  responseStatusCode?: number
  responseHeaders?: { name: string; value: string }[]
}

/** Which requests are held, and when: before they go out unless said otherwise. */
interface Pattern {
  resourceType: 'Document'
  requestStage?: 'Request' | 'Response'
}

/** Whether it takes charge of a held request: then it has to let go of it by the protocol's `Fetch`, sooner or later. */
type Judge = (held: Held) => boolean

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
  pattern: Pattern,
  judge: Judge,
): Promise<void> {
  const { patterns, judges } = interceptions.get(session) ?? listen(session)
  patterns.push(pattern)
  judges.push(judge)
  await session.send('Fetch.enable', { patterns })
}

function listen(session: CDPSession): Interception {
  const interception: Interception = { patterns: [], judges: [] }
  interceptions.set(session, interception)
  session.on('Fetch.requestPaused', (held) => {
    if (interception.judges.some((judge) => judge(held))) return
    void session.send('Fetch.continueRequest', { requestId: held.requestId }).catch(() => undefined)
  })
  return interception
}
