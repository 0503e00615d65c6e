import type { BrowserProcess } from './launch.ts'
import type { StartSettings } from './start-settings.ts'

/** A browser, running or starting, and the renders that use it. */
export interface Entry {
  /** Organisation and start settings; undefined for the unused spare and for a browser that serves a single render. */
  key: string | undefined
  readonly ready: Promise<BrowserProcess>
  browser?: BrowserProcess
  /** Number of renders in the browser now; `served` counts all that it ever took. */
  activeRenders: number
  served: number
  readonly bornAt: number
  usedAt: number
  /** True when its memory has grown so much that it is due for replacement. */
  hasGrown: boolean
  /** True when the browser takes no further renders and is closed when the last one inside ends. */
  isDraining: boolean
}

interface EntrySettings {
  launch: (settings: StartSettings) => Promise<BrowserProcess>
  now: () => number
  onGone: () => void
}

/** Starts and closes the browsers of a registry, and holds the set of running ones. */
export function createEntries({ launch, now, onGone }: EntrySettings) {
  const entries = new Set<Entry>()
  /** Browsers whose files are not removed yet, also those that have ended. */
  const unremoved = new Set<Promise<unknown>>()

  function begin(settings: StartSettings): Entry {
    const times = { bornAt: now(), usedAt: now() }
    const entry: Entry = {
      key: undefined,
      ready: launch(settings),
      activeRenders: 0,
      served: 0,
      hasGrown: false,
      isDraining: false,
      ...times,
    }
    entries.add(entry)
    const forget = (): void => {
      entries.delete(entry)
      onGone()
    }
    entry.ready.then((browser) => {
      entry.browser = browser
      void browser.gone.then(forget)
    }, forget)
    const removed = entry.ready
      .then((browser) => browser.removed)
      .catch(() => undefined)
      .finally(() => unremoved.delete(removed))
    unremoved.add(removed)
    return entry
  }

  function startDraining(entry: Entry): void {
    entry.isDraining = true
    entry.ready.then((browser) => browser.stopPreparing()).catch(() => undefined)
  }

  function leave(entry: Entry): void {
    startDraining(entry)
    if (entry.activeRenders === 0) close(entry)
  }

  function close(entry: Entry): void {
    entries.delete(entry)
    entry.ready.then((browser) => browser[Symbol.asyncDispose]()).catch(() => undefined)
  }

  async function closeAll(): Promise<void> {
    for (const entry of entries) close(entry)
    await Promise.allSettled(unremoved)
  }

  return { entries, begin, startDraining, leave, close, closeAll }
}
