import { usedMemory } from '@render/jobs'
import type { ManagementContext } from './context.ts'

const LOOK_MS = 5000
/** From here on somebody should make room; a Redis that is full takes no renders, and renews no locks. */
const HIGH = 0.7

/** Raises an alert when most of the memory that Redis may use is in use, and again after it was less. */
export function watchQueueMemory({
  redis,
  logger,
}: Pick<ManagementContext, 'redis'> & { logger: Pick<ManagementContext['logger'], 'error'> }): Disposable {
  let isTold = false
  async function look(): Promise<void> {
    const used = await usedMemory(redis)
    const isHigh = used > HIGH
    if (isHigh && !isTold)
      logger.error({ alert: 'queue-memory', usedPercent: Math.round(used * 100) }, 'Redis is nearly full')
    isTold = isHigh
  }
  const timer = setInterval(() => void look().catch(() => {}), LOOK_MS)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
