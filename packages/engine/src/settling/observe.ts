import type { Tab } from '../browser/tab.ts'
import { callInPage } from '../protocol/call-in-page.ts'
import { observeDocument, type DocumentActivity } from '../in-page/settling/observe-document.ts'
import { placeImages, type Captured } from '../in-page/settling/place-images.ts'
import type { OpenRequest, Traffic } from './traffic.ts'

/** The state of a page at one moment. */
export interface Observation {
  /** One for its document, and one for each document in a frame that it may access. */
  documents: DocumentActivity[]
  requests: OpenRequest[]
  /** Maps addresses of requested pictures to their place relative to the captured area. */
  places: Record<string, 'inside' | 'outside' | 'nowhere'>
  hasMessengers: boolean
  /** Milliseconds since observing began. */
  atMs: number
}

/** The longest wait for a pause of the page's scripts. */
const IDLE_MS = 250

/** Creates a function that observes a page. An observation of a page at rest takes one or two round trips. */
export function createObserver(
  tab: Pick<Tab, 'world' | 'time' | 'awaitEvents'>,
  traffic: Traffic,
  { captured, hasCode }: { captured: Captured; hasCode: boolean },
) {
  const start = tab.time.now()
  // A page whose time is stepped has no idle time.
  const look = { hasCode, idleMs: tab.time.isStepped ? undefined : IDLE_MS }
  const places: Observation['places'] = {}

  async function place(addresses: string[]): Promise<void> {
    const placed = await callInPage(tab, placeImages, { addresses, captured, onlyShown: false })
    for (const address of addresses) places[address] = placed?.[address] ?? 'nowhere'
  }

  return async (): Promise<Observation> => {
    const earlier = traffic.openRequests()
    const documents = (await callInPage(tab, observeDocument, look)) ?? []
    // The look may have made the page request files.
    await tab.awaitEvents?.()
    // The page may not have shown yet what came of a request that has ended since the look.
    const requests = [...earlier, ...traffic.openRequests()]
    const images = requests.filter(
      ({ resourceType, address }) => resourceType === 'image' && !places[address],
    )
    if (images.length > 0) await place(images.map(({ address }) => address))
    const atMs = tab.time.now() - start
    return { documents, requests, places, hasMessengers: traffic.hasMessengers(), atMs }
  }
}
