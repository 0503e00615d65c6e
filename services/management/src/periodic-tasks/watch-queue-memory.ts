import { usedMemoryShare } from '@render/jobs'
import type { ManagementContext } from '../context.ts'
import { repeat } from './repeat.ts'

const CHECK_MS = 5000
/** Above this share an operator should add memory: a full Redis accepts no renders and renews no locks. */
const HIGH = 0.7

/** Raises an alert when Redis uses most of its memory limit, once until the use falls again. */
export function watchQueueMemory({
  redis,
  logger,
}: Pick<ManagementContext, 'redis'> & { logger: Pick<ManagementContext['logger'], 'error'> }): Disposable {
  let isAlerted = false
  async function check(): Promise<void> {
    const used = await usedMemoryShare(redis)
    const isHigh = used > HIGH
    if (isHigh && !isAlerted)
      logger.error(
        { alert: 'queue-memory', usedPercent: Math.round(used * 100), alertPercent: HIGH * 100 },
        'memory of Redis is low',
      )
    isAlerted = isHigh
  }
  return repeat(check, CHECK_MS, () => {})
}
