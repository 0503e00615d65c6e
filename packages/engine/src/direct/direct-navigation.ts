import type { EventEmitter } from 'node:events'
import { withTimeout } from '@render/async'
import { timeoutError } from '../protocol/errors.ts'
import type { DirectSession } from './direct-client.ts'
import type { DirectFrames } from './direct-frames.ts'

type LoadEvent = 'load' | 'domcontentloaded'

interface Visit {
  waitUntil: LoadEvent
  timeout: number
  referer?: string
}

export interface DirectNavigation {
  /** Loads an address and waits for an event of its document. Rejects when another document takes its place before that. */
  goto: (url: string, how: Visit) => Promise<void>
  /** Waits for an event of the document that is there, or of one that replaces it. */
  waitForLoadState: (event: LoadEvent, how: { timeout: number }) => Promise<void>
  /** Reports that the request of a document has failed. */
  abort: (loaderId: string, errorText: string) => void
}

interface Commit {
  loaderId: string
  url: string
}

const EVENTS = { 'Page.loadEventFired': 'load', 'Page.domContentEventFired': 'domcontentloaded' } as const

/** Tracks the documents of a page's main frame, and emits their events on the page. `gone` rejects when the page ends. */
export function trackMainDocuments(
  session: DirectSession,
  frames: DirectFrames,
  page: EventEmitter,
  gone: Promise<never>,
): DirectNavigation {
  const fired = new Set<LoadEvent>()
  let onCommit: (commit: Commit) => void = () => undefined
  let onAbort: (loaderId: string, errorText: string) => void = () => undefined

  frames.events.on('committed', (frame, loaderId) => {
    if (frame !== frames.main) return
    fired.clear()
    onCommit({ loaderId, url: frame.url() })
  })
  for (const [name, event] of Object.entries(EVENTS))
    session.on(name, () => {
      // A document that is rewritten by `document.open` sends its events again.
      if (fired.has(event)) return
      fired.add(event)
      page.emit(event)
    })

  function reached(event: LoadEvent): Promise<void> {
    if (fired.has(event)) return Promise.resolve()
    return new Promise((resolve) => void page.once(event, () => resolve()))
  }

  async function visit(url: string, { waitUntil, referer }: Visit): Promise<void> {
    const { promise: committed, resolve, reject } = Promise.withResolvers<Commit>()
    committed.catch(() => undefined)
    const aborted = new Map<string, string>()
    onCommit = resolve
    onAbort = (loaderId, errorText) => void aborted.set(loaderId, errorText)
    const { loaderId, errorText, isDownload } = await session.send('Page.navigate', {
      url,
      referrer: referer,
      referrerPolicy: 'unsafeUrl',
    })
    if (isDownload) throw new Error('Download is starting')
    if (errorText) throw new Error(`${errorText} at ${url}`)
    if (loaderId !== undefined) {
      onAbort = (id, reason) => {
        if (id === loaderId) reject(new Error(`${reason} at ${url}`))
      }
      for (const [id, reason] of aborted) onAbort(id, reason)
      const commit = await committed
      if (commit.loaderId !== loaderId)
        throw new Error(`Navigation to "${url}" is interrupted by another navigation to "${commit.url}"`)
    }
    await reached(waitUntil)
  }

  const within = (work: Promise<void>, timeoutMs: number): Promise<void> =>
    withTimeout(Promise.race([work, gone]), timeoutMs, () => {
      throw timeoutError(timeoutMs)
    })

  return {
    goto: (url, how) => within(visit(url, how), how.timeout),
    waitForLoadState: (event, { timeout }) => within(reached(event), timeout),
    abort: (loaderId, errorText) => onAbort(loaderId, errorText),
  }
}
