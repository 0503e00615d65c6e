import type { Page, Request } from 'playwright-core'

/** How long the network must be quiet in one piece, unless said otherwise. */
const QUIET_MS = 500

export interface Network extends Disposable {
  /** How many connections were opened so far. */
  readonly opened: number
  /**
   * Waits until at most `allowed` connections are open for `quietMs`: true then, false after `timeoutMs`.
   * The page's frames count, whatever process they are in.
   */
  quiet(allowed: number, timeoutMs: number, quietMs?: number): Promise<boolean>
}

/** Follows the open connections of a page from now on. */
export function watchNetwork(page: Pick<Page, 'on' | 'off'>): Network {
  const open = new Set<Request>()
  let opened = 0
  let onChange = (): void => undefined
  const add = (request: Request): void => {
    opened += 1
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
    get opened() {
      return opened
    },
    async quiet(allowed, timeoutMs, quietMs = QUIET_MS) {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const timeout = setTimeout(resolve, timeoutMs, false)
      let silence: NodeJS.Timeout | undefined
      onChange = () => {
        if (open.size <= allowed) silence ??= setTimeout(resolve, quietMs, true)
        else {
          clearTimeout(silence)
          silence = undefined
        }
      }
      onChange()
      return promise.finally(() => {
        clearTimeout(timeout)
        clearTimeout(silence)
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
