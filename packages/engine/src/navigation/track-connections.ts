import { settlesWithin } from '@render/async'
import type { Page, Request } from 'playwright-core'
import type { Tab } from '../browser/tab.ts'
import { flushEvents } from '../protocol/flush-events.ts'

/** Time for which the network must be quiet without interruption. */
const QUIET_MS = 500

export interface Connections extends Disposable {
  /**
   * Waits until at most `allowed` connections are open for half a second. Returns true then, and false after `timeoutMs`.
   * Connections of the page's frames count, whatever process they are in.
   */
  quiet(allowed: number, timeoutMs: number): Promise<boolean>
  /**
   * Waits until the connections that are open now are closed, up to `timeoutMs`; returns false when there were none. What the page
   * has requested in the call before this one counts.
   */
  closed(timeoutMs: number): Promise<boolean>
}

interface Tracked extends Pick<Tab, 'session' | 'time' | 'awaitEvents'> {
  page: Pick<Page, 'on' | 'off'>
}

/** Tracks the open connections of a page. */
export function trackConnections({ page, session, time, awaitEvents }: Tracked): Connections {
  const open = new Set<Request>()
  let onChange = (): void => undefined
  const add = (request: Request): void => {
    open.add(request)
    onChange()
  }
  const remove = (request: Request): void => {
    open.delete(request)
    onChange()
  }
  page.on('request', add)
  page.on('requestfinished', remove)
  page.on('requestfailed', remove)

  return {
    async quiet(allowed, timeoutMs) {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const cancelTimeout = time.after(timeoutMs, () => resolve(false))
      let cancelSilence: (() => void) | undefined
      onChange = () => {
        if (open.size <= allowed) cancelSilence ??= time.after(QUIET_MS, () => void end())
        else {
          cancelSilence?.()
          cancelSilence = undefined
        }
      }
      const end = async (): Promise<void> => {
        const ended = cancelSilence
        // After a pause of the machine this comes before the requests that the page has reported meanwhile.
        await settlesWithin(flushEvents(session), QUIET_MS)
        if (cancelSilence === ended) resolve(true)
      }
      onChange()
      return time.during(promise).finally(() => {
        cancelTimeout()
        cancelSilence?.()
        onChange = () => undefined
      })
    },
    async closed(timeoutMs) {
      if (awaitEvents) await settlesWithin(awaitEvents(), QUIET_MS)
      const awaited = [...open]
      if (awaited.length === 0) return false
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const cancelTimeout = time.after(timeoutMs, () => resolve(true))
      onChange = () => {
        if (!awaited.some((request) => open.has(request))) resolve(true)
      }
      return time.during(promise).finally(() => {
        cancelTimeout()
        onChange = () => undefined
      })
    },
    [Symbol.dispose]() {
      page.off('request', add)
      page.off('requestfinished', remove)
      page.off('requestfailed', remove)
    },
  }
}
