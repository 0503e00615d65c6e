import type { Logger } from '@render/runtime'

type Work = (signal: AbortSignal) => Promise<void>

const HOUR_MS = 3_600_000

/** When failed work is tried again, if it is not due earlier. */
export const RETRY_MS = 30_000

/**
 * Runs `work` now, then `everyMs` after the end of each run, or `RETRY_MS` after a failure if that is earlier. Disposing stops it
 * and aborts its signal.
 */
export function repeat(work: Work, everyMs: number, onFailure: (error: Error) => void): Disposable {
  const stop = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const runIn = (ms: number) => {
    if (!stop.signal.aborted) timer = setTimeout(run, ms)
  }
  function run(): void {
    work(stop.signal).then(
      () => runIn(everyMs),
      (error: Error) => {
        onFailure(error)
        runIn(Math.min(everyMs, RETRY_MS))
      },
    )
  }
  run()
  return {
    [Symbol.dispose]() {
      clearTimeout(timer)
      stop.abort()
    },
  }
}

/** Runs `work` now and then every hour; logs `failure` when it fails. Disposing stops it and aborts its signal. */
export function everyHour(
  work: Work,
  { logger, failure }: { logger: Pick<Logger, 'warn'>; failure: string },
): Disposable {
  return repeat(work, HOUR_MS, (error) => logger.warn({ error: error.message }, failure))
}
