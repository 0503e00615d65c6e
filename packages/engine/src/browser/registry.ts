import { createEntries, type Entry } from './browser-entries.ts'
import type { BrowserProcess } from './launch.ts'
import { defaultStartSettings, type StartSettings } from './start-settings.ts'

/** The browser that a render requests. */
export interface BrowserRequest {
  /** A browser serves one organisation only. */
  organisation: string
  /** The start settings that the render's options need. */
  startSettings: StartSettings
  /** True to start a browser for this render only, which is closed after it. */
  solo: boolean
}

export interface RegistrySettings {
  launch: (settings: StartSettings) => Promise<BrowserProcess>
  /** Browsers in use at the same time; the warm spare comes on top. */
  maxBrowsers: number
  /** False to start a browser only when a render needs it. Default true. */
  keepsSpare?: boolean
  /** A browser that served this many renders, has this age or has grown is replaced as soon as the spare is warm. */
  recycleAfterRenders: number
  recycleAfterMs: number
  now?: () => number
}

export interface Registry extends AsyncDisposable {
  /** Puts a render into a browser; returns undefined when the limit is reached and no browser is idle. */
  enter(request: BrowserRequest): Entry | undefined
  exit(entry: Entry): void
  /** Admits no further renders; the browser is closed when the last one inside ends. */
  retire(entry: Entry): void
  /** Returns the spare, a browser without any renders so far; starts one when there is none. */
  spare(): Entry
  /** Returns the browsers with renders inside. */
  busy: () => BusyBrowser[]
}

/** A browser with renders inside. */
export interface BusyBrowser {
  browser: BrowserProcess
  /** Number of renders. */
  activeRenders: number
  /** Has the browser replaced as one that served its renders. */
  markForReplacement: () => void
}

/**
 * Creates the registry of browsers, by organisation and start settings, with one warm spare. Their number is bounded: the
 * least recently used idle browser is closed first. Calls `onCapacityFreed` when a browser has exited.
 */
export function createRegistry(settings: RegistrySettings, onCapacityFreed: () => void): Registry {
  const { launch, maxBrowsers, keepsSpare = true, recycleAfterRenders, recycleAfterMs } = settings
  const { now = () => performance.now() } = settings
  const { entries, begin, startDraining, leave, close, closeAll } = createEntries({
    launch,
    now,
    onGone: onCapacityFreed,
  })

  function choose(request: BrowserRequest): Entry | undefined {
    const start = keyOf(request.startSettings)
    const key = request.solo ? undefined : `${request.organisation} ${start}`
    const isFit = (entry: Entry): boolean =>
      entry.key === key &&
      !entry.isDraining &&
      entry.browser?.isAlive() !== false &&
      (request.startSettings.isShared || entry.activeRenders === 0)
    const current = key === undefined ? undefined : [...entries].find(isFit)
    if (current && !(isDue(current) && isReplaceable(current))) return current
    if (current) leave(current)
    if (!makeRoom()) return undefined
    const chosen = (start === USUAL && findSpare()) || begin(request.startSettings)
    chosen.key = key
    if (request.solo) startDraining(chosen)
    return chosen
  }

  function isDue({ served, bornAt, hasGrown }: Entry): boolean {
    return hasGrown || served >= recycleAfterRenders || now() - bornAt >= recycleAfterMs
  }

  /**
   * A browser that is due continues to serve until the spare is warm and the limit allows another, so that no render
   * waits for a launch.
   */
  function isReplaceable({ activeRenders }: Entry): boolean {
    const isSpareWarm = !keepsSpare || findSpare()?.browser !== undefined
    return isSpareWarm && (activeRenders === 0 || used().length < maxBrowsers)
  }

  function makeRoom(): boolean {
    if (used().length < maxBrowsers) return true
    const idle = used().filter((entry) => entry.activeRenders === 0)
    const oldest = idle.toSorted((a, b) => a.usedAt - b.usedAt)[0]
    if (oldest) close(oldest)
    return oldest !== undefined
  }

  function used(): Entry[] {
    return [...entries].filter((entry) => !isSpare(entry))
  }

  function findSpare(): Entry | undefined {
    return [...entries].find(isSpare)
  }

  const tidying = setInterval(() => {
    for (const entry of used()) if (entry.activeRenders === 0 && isDue(entry)) close(entry)
  }, recycleAfterMs / 10).unref()

  return {
    enter(request) {
      const entry = choose(request)
      if (!entry) return undefined
      entry.activeRenders += 1
      entry.served += 1
      entry.usedAt = now()
      return entry
    },
    exit(entry) {
      entry.activeRenders -= 1
      entry.usedAt = now()
      if (entry.isDraining) leave(entry)
    },
    retire: leave,
    spare: () => findSpare() ?? begin(defaultStartSettings),
    busy: () =>
      [...entries].flatMap((entry) => {
        const { browser, activeRenders } = entry
        const markForReplacement = () => void (entry.hasGrown = true)
        return browser && activeRenders > 0 ? [{ browser, activeRenders, markForReplacement }] : []
      }),
    async [Symbol.asyncDispose]() {
      clearInterval(tidying)
      await closeAll()
    },
  }
}

const USUAL = keyOf(defaultStartSettings)

function keyOf({ browser, hasWindow, switches }: StartSettings): string {
  return JSON.stringify([browser, hasWindow, ...switches])
}

function isSpare({ key, isDraining }: Entry): boolean {
  return key === undefined && !isDraining
}
