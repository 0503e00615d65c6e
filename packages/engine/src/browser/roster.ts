import type { BrowserProcess } from './launch.ts'
import { usualStart, type Start } from './start.ts'

/** What a render asks of a browser. */
export interface Wish {
  /** A browser serves one organisation only. */
  organisation: string
  /** As its options need it. */
  start: Start
  /** A browser for this render only, gone after it. */
  alone: boolean
}

/** A browser, running or starting, and who uses it. */
export interface Entry {
  /** Undefined while nobody uses it, and for one that serves a single render. */
  key: string | undefined
  readonly ready: Promise<BrowserProcess>
  browser?: BrowserProcess
  /** Renders in it now, and in all. */
  inside: number
  served: number
  readonly bornAt: number
  usedAt: number
  /** Takes no further renders and goes when the last one inside is over. */
  leaving: boolean
}

export interface RosterSettings {
  launch: (start: Start) => Promise<BrowserProcess>
  /** Browsers in use at the same time; the warm spare comes on top. */
  maxBrowsers: number
  /** A browser that served so many renders, or is so old, is replaced as soon as another one is warm. */
  recycleAfterRenders: number
  recycleAfterMs: number
  now?: () => number
}

export interface Roster extends AsyncDisposable {
  /** Puts a render into a browser; undefined when all are in use and there is no room for another. */
  enter(wish: Wish): Entry | undefined
  exit(entry: Entry): void
  /** Lets nobody else in; it goes when the last one inside is over. */
  retire(entry: Entry): void
  /** Starts the spare unless there is one: a browser that nobody has used. */
  spare(): Entry
  /** Browsers with renders inside. */
  busy: () => { browser: BrowserProcess; inside: number }[]
}

/**
 * The browsers that there are, by organisation and how they were started, with one warm spare; bounded in number, the
 * least recently used out first. `onRoom` is told when a browser is gone.
 */
export function createRoster(settings: RosterSettings, onRoom: () => void): Roster {
  const { launch, maxBrowsers, recycleAfterRenders, recycleAfterMs, now = () => performance.now() } = settings
  const entries = new Set<Entry>()
  const closing = new Set<Promise<unknown>>()

  function choose(wish: Wish): Entry | undefined {
    const start = keyOf(wish.start)
    const key = wish.alone ? undefined : `${wish.organisation} ${start}`
    const current = [...entries].find((entry) => key !== undefined && entry.key === key && !entry.leaving)
    if (current && !(isDue(current) && isReplaceable(current))) return current
    if (current) leave(current)
    if (!makeRoom()) return undefined
    const chosen = (start === USUAL && findSpare()) || begin(wish.start)
    chosen.key = key
    chosen.leaving = wish.alone
    return chosen
  }

  function isDue({ served, bornAt }: Entry): boolean {
    return served >= recycleAfterRenders || now() - bornAt >= recycleAfterMs
  }

  /** Nobody waits for a launch because a browser is due: it serves on until the spare is warm and there is room. */
  function isReplaceable({ inside }: Entry): boolean {
    return findSpare()?.browser !== undefined && (inside === 0 || used().length < maxBrowsers)
  }

  function makeRoom(): boolean {
    if (used().length < maxBrowsers) return true
    const idle = used().filter((entry) => entry.inside === 0)
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

  function begin(start: Start): Entry {
    const times = { bornAt: now(), usedAt: now() }
    const entry: Entry = {
      key: undefined,
      ready: launch(start),
      inside: 0,
      served: 0,
      leaving: false,
      ...times,
    }
    entries.add(entry)
    const forget = (): void => {
      entries.delete(entry)
      onRoom()
    }
    entry.ready.then((browser) => {
      entry.browser = browser
      void browser.gone.then(forget)
    }, forget)
    return entry
  }

  function leave(entry: Entry): void {
    entry.leaving = true
    if (entry.inside === 0) close(entry)
  }

  function close(entry: Entry): void {
    entries.delete(entry)
    const ended = entry.ready
      .then((browser) => browser[Symbol.asyncDispose]())
      .catch(() => undefined)
      .finally(() => closing.delete(ended))
    closing.add(ended)
  }

  const tidying = setInterval(() => {
    for (const entry of used()) if (entry.inside === 0 && isDue(entry)) close(entry)
  }, recycleAfterMs / 10).unref()

  return {
    enter(wish) {
      const entry = choose(wish)
      if (!entry) return undefined
      entry.inside += 1
      entry.served += 1
      entry.usedAt = now()
      return entry
    },
    exit(entry) {
      entry.inside -= 1
      entry.usedAt = now()
      if (entry.leaving) leave(entry)
    },
    retire: leave,
    spare: () => findSpare() ?? begin(usualStart),
    busy: () =>
      [...entries].flatMap(({ browser, inside }) => (browser && inside > 0 ? [{ browser, inside }] : [])),
    async [Symbol.asyncDispose]() {
      clearInterval(tidying)
      for (const entry of entries) close(entry)
      await Promise.allSettled(closing)
    },
  }
}

const USUAL = keyOf(usualStart)

function keyOf({ browser, hasWindow, switches }: Start): string {
  return JSON.stringify([browser, hasWindow, ...switches])
}

function isSpare({ key, leaving }: Entry): boolean {
  return key === undefined && !leaving
}
