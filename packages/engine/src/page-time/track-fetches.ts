import type { CDPSession } from 'playwright-core'
import { settlesWithin } from '@render/async'
import { WITHOUT_BODIES } from '../protocol/without-bodies.ts'

/** The requests of a page's own process that have not ended. */
export interface Fetches {
  areOpen(): boolean
  /** Resolves when none is open that began less than `patienceMs` ago, or after `maxMs`. Returns how long that took. */
  wait(patienceMs: number, maxMs: number): Promise<number>
}

/** Tracks the requests of a page from now on. */
export async function trackFetches(session: CDPSession): Promise<Fetches> {
  const begun = new Map<string, { atMs: number; loaderId: string }>()
  let ended = Promise.withResolvers<void>()
  const onChange = (): void => {
    ended.resolve()
    ended = Promise.withResolvers()
  }
  const onEnd = ({ requestId }: { requestId: string }): void => {
    begun.delete(requestId)
    onChange()
  }
  session.on('Network.requestWillBeSent', ({ requestId, loaderId }) => {
    // A request that is redirected keeps its id.
    if (!begun.has(requestId)) begun.set(requestId, { atMs: performance.now(), loaderId })
  })
  session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.parentId !== undefined) return
    // The process of the document before may be gone without a word about its requests.
    for (const [id, { loaderId }] of begun) if (loaderId !== frame.loaderId) begun.delete(id)
    onChange()
  })
  session.on('Network.loadingFinished', onEnd)
  session.on('Network.loadingFailed', onEnd)
  await session.send('Network.enable', WITHOUT_BODIES)

  return {
    areOpen: () => begun.size > 0,
    async wait(patienceMs, maxMs) {
      const startMs = performance.now()
      for (let waitedMs = 0; ; waitedMs = performance.now() - startMs) {
        const latestMs = Math.max(...Array.from(begun.values(), ({ atMs }) => atMs)) - startMs
        const leftMs = Math.min(latestMs + patienceMs, maxMs) - waitedMs
        if (leftMs <= 0) return waitedMs
        await settlesWithin(ended.promise, leftMs)
      }
    },
  }
}
