import { BrowserCrashed } from '../failure/browser-crashed.ts'
import type { BrowserProcess } from './launch.ts'
import type { Entry } from './browser-entries.ts'
import { createRegistry, type BusyBrowser, type RegistrySettings, type BrowserRequest } from './registry.ts'

/** The right of one render to use a browser. */
export interface Lease {
  readonly browser: BrowserProcess
  /** Returns whether no other render has been in the browser since this one entered it. */
  isSolo(): boolean
  /** Ends the lease; further calls have no effect. */
  release(): void
  /** Admits no further renders to the browser, which is closed when the last one inside ends. */
  retire(): void
}

export interface Pool extends AsyncDisposable {
  /** Waits while all browsers are in use. Rejects with `BrowserCrashed` when no browser can be started. */
  acquire(request: BrowserRequest, signal: AbortSignal): Promise<Lease>
  /** Resolves with the unused spare browser once it is warm. Rejects as its launch does. */
  warm(): Promise<BrowserProcess>
  /** Returns the browsers with renders inside, for the watchdog. */
  busy: () => BusyBrowser[]
}

interface Waiter {
  request: BrowserRequest
  admit(entry: Entry): void
  refuse(reason: unknown): void
}

interface PoolSettings extends RegistrySettings {
  /** Called for each lease. */
  onLease?: () => void
}

/** Creates a pool that leases browsers to renders in the order of their requests. */
export function createPool(settings: PoolSettings): Pool {
  const waiters = new Set<Waiter>()
  const registry = createRegistry(settings, admitWaiting)
  let disposed = false

  async function place(request: BrowserRequest, signal: AbortSignal): Promise<Entry> {
    signal.throwIfAborted()
    // A new request never overtakes waiting ones, so that busy browsers become free for those.
    const entry = waiters.size === 0 ? registry.enter(request) : undefined
    if (entry) return entry
    const { promise, resolve, reject } = Promise.withResolvers<Entry>()
    const waiter = { request, admit: resolve, refuse: reject }
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
      const entry = registry.enter(waiter.request)
      if (!entry) return
      waiters.delete(waiter)
      waiter.admit(entry)
    }
  }

  function release(entry: Entry): void {
    registry.exit(entry)
    admitWaiting()
    keepWarm()
  }

  function keepWarm(): void {
    if (!disposed && settings.keepsSpare !== false) registry.spare().ready.catch(() => undefined)
  }

  return {
    async acquire(request, signal) {
      if (disposed) throw new BrowserCrashed('disposed')
      const entry = await place(request, signal)
      const { activeRenders, served } = entry
      keepWarm()
      const browser = await entry.ready.catch((error: unknown) => {
        registry.exit(entry)
        throw new BrowserCrashed('launch', error)
      })
      let held = true
      settings.onLease?.()
      return {
        browser,
        isSolo: () => activeRenders === 1 && entry.served === served,
        release() {
          if (held) release(entry)
          held = false
        },
        retire: () => registry.retire(entry),
      }
    },
    warm: () => registry.spare().ready,
    busy: registry.busy,
    async [Symbol.asyncDispose]() {
      disposed = true
      for (const waiter of waiters) waiter.refuse(new BrowserCrashed('disposed'))
      waiters.clear()
      await registry[Symbol.asyncDispose]()
    },
  }
}
