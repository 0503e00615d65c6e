import { BrowserDied } from './errors.ts'
import type { BrowserProcess } from './launch.ts'

/** What a render asks of a browser. */
export interface Wish {
  /** A browser serves one organisation only. */
  organisation: string
  /** Command line switches that its options need. */
  switches: readonly string[]
  /** A browser for this render only, gone after it. */
  alone: boolean
}

/** A place in a browser, held for one render. */
export interface Seat {
  readonly browser: BrowserProcess
  /** Gives the place back; the second time nothing happens. */
  release(): void
}

export interface Pool extends AsyncDisposable {
  /** Waits for a place when all browsers are taken. Rejects with `BrowserDied` when none can be started. */
  acquire(wish: Wish, signal: AbortSignal): Promise<Seat>
  /** The warm spare, once it is warm. Rejects as its launch does. */
  warm(): Promise<BrowserProcess>
  /** Browsers with renders inside, for the watchdog. */
  busy: () => { browser: BrowserProcess; inside: number }[]
}

export interface PoolSettings {
  launch: (switches: readonly string[]) => Promise<BrowserProcess>
  /** Browsers in use at the same time; the warm spare comes on top. */
  maxBrowsers: number
  /** A browser that served so many renders, or is so old, is replaced as soon as another one is warm. */
  recycleAfterRenders: number
  recycleAfterMs: number
  now?: () => number
}

interface Entry {
  /** Undefined while nobody uses it: the warm spare, or one that serves a single render. */
  key: string | undefined
  readonly ready: Promise<BrowserProcess>
  browser?: BrowserProcess
  inside: number
  served: number
  readonly bornAt: number
  usedAt: number
  /** Takes no further renders and goes when the last one inside is over. */
  leaving: boolean
}

interface Waiter {
  wish: Wish
  admit(entry: Entry): void
  refuse(reason: unknown): void
}

/** Browsers by organisation and switches, with one warm spare; bounded in number, least recently used out first. */
export function createPool(settings: PoolSettings): Pool {
  const { launch, maxBrowsers, recycleAfterRenders, recycleAfterMs, now = () => performance.now() } = settings
  const entries = new Set<Entry>()
  const waiters = new Set<Waiter>()
  const closing = new Set<Promise<unknown>>()
  let disposed = false

  function choose(wish: Wish): Entry | undefined {
    const key = wish.alone ? undefined : JSON.stringify([wish.organisation, ...wish.switches])
    const current = [...entries].find((entry) => key !== undefined && entry.key === key && !entry.leaving)
    if (current && !(isDue(current) && isReplaceable(current))) return current
    if (current) leave(current)
    if (!makeRoom()) return undefined
    const chosen = (wish.switches.length === 0 && spare()) || start(wish.switches)
    chosen.key = key
    chosen.leaving = wish.alone
    return chosen
  }

  function isDue({ served, bornAt }: Entry): boolean {
    return served >= recycleAfterRenders || now() - bornAt >= recycleAfterMs
  }

  /** Nobody waits for a launch because a browser is due: it serves on until the spare is warm and there is room. */
  function isReplaceable({ inside }: Entry): boolean {
    return spare()?.browser !== undefined && (inside === 0 || used().length < maxBrowsers)
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

  function spare(): Entry | undefined {
    return [...entries].find(isSpare)
  }

  /** Keeps one browser beyond the limit warm that nobody has used. */
  function keepSpare(): void {
    if (!disposed && !spare()) start([]).ready.catch(() => undefined)
  }

  function start(switches: readonly string[]): Entry {
    const ready = launch(switches)
    const entry: Entry = {
      key: undefined,
      ready,
      inside: 0,
      served: 0,
      bornAt: now(),
      usedAt: now(),
      leaving: false,
    }
    entries.add(entry)
    ready.then(
      async (browser) => {
        entry.browser = browser
        await browser.gone
        forget(entry)
      },
      () => forget(entry),
    )
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

  function forget(entry: Entry): void {
    entries.delete(entry)
    admitWaiting()
    if (entry.browser) keepSpare()
  }

  function enter(entry: Entry): Entry {
    entry.inside += 1
    entry.served += 1
    entry.usedAt = now()
    return entry
  }

  function release(entry: Entry): void {
    entry.inside -= 1
    entry.usedAt = now()
    if (entry.leaving) leave(entry)
    admitWaiting()
    keepSpare()
  }

  /** First come, first served: nobody slips past, so that a busy browser empties for those who wait for room. */
  function admitWaiting(): void {
    for (const waiter of waiters) {
      const entry = choose(waiter.wish)
      if (!entry) return
      waiters.delete(waiter)
      waiter.admit(enter(entry))
    }
  }

  async function place(wish: Wish, signal: AbortSignal): Promise<Entry> {
    signal.throwIfAborted()
    const entry = waiters.size === 0 ? choose(wish) : undefined
    if (entry) return enter(entry)
    const { promise, resolve, reject } = Promise.withResolvers<Entry>()
    const waiter = { wish, admit: resolve, refuse: reject }
    const giveUp = () => {
      waiters.delete(waiter)
      reject(signal.reason)
    }
    waiters.add(waiter)
    signal.addEventListener('abort', giveUp, { once: true })
    return promise.finally(() => signal.removeEventListener('abort', giveUp))
  }

  const tidying = setInterval(() => {
    for (const entry of entries) if (entry.key && entry.inside === 0 && isDue(entry)) close(entry)
  }, recycleAfterMs / 10).unref()

  return {
    async acquire(wish, signal) {
      const entry = await place(wish, signal)
      keepSpare()
      try {
        const browser = await entry.ready
        let held = true
        return {
          browser,
          release() {
            if (held) release(entry)
            held = false
          },
        }
      } catch (error) {
        release(entry)
        throw new BrowserDied('launch', error)
      }
    },
    warm: () => (spare() ?? start([])).ready,
    busy: () =>
      [...entries].flatMap(({ browser, inside }) => (browser && inside > 0 ? [{ browser, inside }] : [])),
    async [Symbol.asyncDispose]() {
      disposed = true
      clearInterval(tidying)
      for (const waiter of waiters) waiter.refuse(new BrowserDied('disposed'))
      waiters.clear()
      for (const entry of entries) close(entry)
      await Promise.allSettled(closing)
    },
  }
}

function isSpare({ key, leaving }: Entry): boolean {
  return key === undefined && !leaving
}
