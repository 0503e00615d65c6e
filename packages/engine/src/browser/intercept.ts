import type { CDPSession } from 'playwright-core'
import type { Tab } from './tabs.ts'

/** A request that waits for us: before it goes out, or, once it has a status, before the page gets its answer. */
export interface Held {
  requestId: string
  resourceType: string
  frameId: string
  request: { url: string; method: string }
  responseStatusCode?: number
  responseHeaders?: { name: string; value: string }[]
}

/** Which requests are held, and when: before they go out unless said otherwise. */
interface Pattern {
  /** As the protocol sees it; data that scripts ask for is all `XHR`. */
  resourceType: ResourceType
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

/** Whether it takes charge of a held request: then it has to let go of it by the protocol's `Fetch`, sooner or later. */
type Judge = (held: Held) => boolean | Promise<boolean>

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
    for (const judge of interception.judges) {
      const isTaken = judge(held)
      if (isTaken === true || (isTaken && (await isTaken))) return
    }
    await session.send('Fetch.continueRequest', { requestId: held.requestId })
  }
  // What is held when the page is closed needs no answer.
  session.on('Fetch.requestPaused', (held) => void decide(held).catch(() => undefined))
  return interception
}
