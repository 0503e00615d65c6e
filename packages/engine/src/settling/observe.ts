import type { CDPSession } from 'playwright-core'
import { callInPage } from '../browser/call-in-page.ts'
import { lookAtDocument, type Sight } from '../in-page/look-at-document.ts'
import { placeImages, type Captured } from '../in-page/place-images.ts'
import type { OpenRequest, Traffic } from './traffic.ts'

/** All that is known of a page at a moment. */
export interface Observation {
  /** Of its document, and of those in its frames that it may look into. */
  sights: Sight[]
  requests: OpenRequest[]
  /** Where pictures are drawn that are asked for, by address, seen from what will be captured. */
  places: Record<string, 'inside' | 'outside' | 'nowhere'>
  hasMessengers: boolean
  /** Milliseconds since observing began. */
  atMs: number
}

/** Begins to observe a page. One that is at rest is observed in one round trip. */
export function createObserver(
  session: CDPSession,
  traffic: Traffic,
  { captured, hasCode }: { captured: Captured; hasCode: boolean },
) {
  const start = performance.now()
  const places: Observation['places'] = {}

  async function place(addresses: string[]): Promise<void> {
    const placed = await callInPage(session, placeImages, { addresses, captured })
    for (const address of addresses) places[address] = placed?.[address] ?? 'nowhere'
  }

  return async (): Promise<Observation> => {
    const sights = (await callInPage(session, lookAtDocument, { hasCode })) ?? []
    const requests = traffic.openRequests()
    const images = requests.filter(({ kind, address }) => kind === 'image' && !places[address])
    if (images.length > 0) await place(images.map(({ address }) => address))
    const atMs = performance.now() - start
    return { sights, requests, places, hasMessengers: traffic.hasMessengers(), atMs }
  }
}
