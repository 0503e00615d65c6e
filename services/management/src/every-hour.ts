import type { Logger } from '@render/runtime'

const HOUR_MS = 3_600_000

/** Does something at once and every hour; the log says when it fails. Disposing stops it, and the signal that it is given. */
export function everyHour(
  work: (signal: AbortSignal) => Promise<void>,
  { logger, failure }: { logger: Pick<Logger, 'warn'>; /** For the log. */ failure: string },
): Disposable {
  const stop = new AbortController()
  const workQuietly = () =>
    void work(stop.signal).catch((error: Error) => logger.warn({ error: error.message }, failure))
  workQuietly()
  const timer = setInterval(workQuietly, HOUR_MS)
  return {
    [Symbol.dispose]() {
      clearInterval(timer)
      stop.abort()
    },
  }
}
