import { BrowserDied } from './errors.ts'
import type { BrowserProcess } from './launch.ts'
import { createRoster, type Entry, type RosterSettings, type Wish } from './roster.ts'

/** A place in a browser, held for one render. */
export interface Seat {
  readonly browser: BrowserProcess
  /** Gives the place back; the second time nothing happens. */
  release(): void
  /** Lets nobody else into the browser, which goes when the last one inside is over. */
  retire(): void
}

export interface Pool extends AsyncDisposable {
  /** Waits for a place when all browsers are taken. Rejects with `BrowserDied` when none can be started. */
  acquire(wish: Wish, signal: AbortSignal): Promise<Seat>
  /** The browser that nobody has used, once it is warm. Rejects as its launch does. */
  warm(): Promise<BrowserProcess>
  /** Browsers with renders inside, for the watchdog. */
  busy: () => { browser: BrowserProcess; inside: number }[]
}

interface Waiter {
  wish: Wish
  admit(entry: Entry): void
  refuse(reason: unknown): void
}

/** Gives renders their places in browsers: first come, first served. */
export function createPool(settings: RosterSettings): Pool {
  const waiters = new Set<Waiter>()
  const roster = createRoster(settings, admitWaiting)
  let disposed = false

  async function place(wish: Wish, signal: AbortSignal): Promise<Entry> {
    signal.throwIfAborted()
    // Nobody slips past those who wait, so that busy browsers empty for them.
    const entry = waiters.size === 0 ? roster.enter(wish) : undefined
    if (entry) return entry
    const { promise, resolve, reject } = Promise.withResolvers<Entry>()
    const waiter = { wish, admit: resolve, refuse: reject }
    const giveUp = (): void => {
      waiters.delete(waiter)
      reject(signal.reason)
      admitWaiting()
    }
    waiters.add(waiter)
    signal.addEventListener('abort', giveUp, { once: true })
    return promise.finally(() => signal.removeEventListener('abort', giveUp))
  }

  function admitWaiting(): void {
    for (const waiter of waiters) {
      const entry = roster.enter(waiter.wish)
      if (!entry) return
      waiters.delete(waiter)
      waiter.admit(entry)
    }
  }

  function release(entry: Entry): void {
    roster.exit(entry)
    admitWaiting()
    keepWarm()
  }

  function keepWarm(): void {
    if (!disposed) roster.spare().ready.catch(() => undefined)
  }

  return {
    async acquire(wish, signal) {
      if (disposed) throw new BrowserDied('disposed')
      const entry = await place(wish, signal)
      keepWarm()
      const browser = await entry.ready.catch((error: unknown) => {
        roster.exit(entry)
        throw new BrowserDied('launch', error)
      })
      let held = true
      return {
        browser,
        release() {
          if (held) release(entry)
          held = false
        },
        retire: () => roster.retire(entry),
      }
    },
    warm: () => roster.spare().ready,
    busy: roster.busy,
    async [Symbol.asyncDispose]() {
      disposed = true
      for (const waiter of waiters) waiter.refuse(new BrowserDied('disposed'))
      waiters.clear()
      await roster[Symbol.asyncDispose]()
    },
  }
}
