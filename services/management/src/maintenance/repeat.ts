import type { Logger } from '@render/runtime'

type Work = (signal: AbortSignal) => Promise<void>

const HOUR_MS = 3_600_000

/** Runs `work` now and then every `everyMs`. Disposing stops it and aborts its signal. */
export function repeat(work: Work, everyMs: number, onFailure: (error: Error) => void): Disposable {
  const stop = new AbortController()
  const run = () => void work(stop.signal).catch(onFailure)
  run()
  const timer = setInterval(run, everyMs)
  return {
    [Symbol.dispose]() {
      clearInterval(timer)
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
