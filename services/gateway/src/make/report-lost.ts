import type { Logger } from '@render/runtime'
import type { Counter } from 'prom-client'

/** Returns what reports renders that Redis may have lost. */
export function reportLost({
  lost,
  logger,
}: {
  lost: Counter
  logger: Logger
}): (renderIds: string[]) => void {
  return (renderIds) => {
    lost.inc(renderIds.length)
    logger.error({ alert: 'queue-lost', renderIds }, 'Redis has lost its latest writes: renders may be lost')
  }
}
