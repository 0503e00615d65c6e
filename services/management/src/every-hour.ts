import type { Logger } from '@render/runtime'
import { repeat } from './repeat.ts'

const HOUR_MS = 3_600_000

/** Does something at once and every hour; the log says when it fails. Disposing stops it, and the signal that it is given. */
export function everyHour(
  work: (signal: AbortSignal) => Promise<void>,
  { logger, failure }: { logger: Pick<Logger, 'warn'>; /** For the log. */ failure: string },
): Disposable {
  return repeat(work, HOUR_MS, (error) => logger.warn({ error: error.message }, failure))
}
