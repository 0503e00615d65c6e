import { placeQueueMark, readQueueMark } from '@render/jobs'
import type { ManagementContext } from './context.ts'
import { repeat } from './repeat.ts'

export interface QueueWatch extends Disposable {
  /** Looks now; rejects while Redis or the database is away. */
  look(): Promise<void>
}

const LOOK_MS = 5000

/**
 * Notices that Redis has lost its data, or that it is another one than before, also when that happened while nothing ran:
 * the database remembers the mark that Redis has. Of several processes one says so.
 */
export function watchQueue({
  redis,
  database: { client },
  counters,
  logger,
}: Pick<ManagementContext, 'redis' | 'database' | 'counters'> & {
  logger: Pick<ManagementContext['logger'], 'error'>
}): QueueWatch {
  let seen: string | undefined

  async function look(): Promise<void> {
    const found = await readQueueMark(redis)
    if (found !== undefined && found === seen) return
    const known = await client.queueMark.findFirst()
    const mark = found ?? (await placeQueueMark(redis))
    if (known?.mark !== mark && (await remember(known?.mark, mark))) {
      counters.queueLost.inc()
      logger.error(
        { alert: 'queue-lost' },
        'Redis has lost its data: renders and webhooks that were under way are lost',
      )
    }
    seen = mark
  }

  /** Whether this call put another mark in the place of one. */
  async function remember(former: string | undefined, mark: string): Promise<boolean> {
    if (former === undefined) {
      await client.queueMark.createMany({ data: { mark }, skipDuplicates: true })
      return false
    }
    const { count } = await client.queueMark.updateMany({ where: { mark: former }, data: { mark } })
    return count > 0
  }

  const looking = repeat(look, LOOK_MS, () => {})
  return { look, [Symbol.dispose]: () => looking[Symbol.dispose]() }
}
