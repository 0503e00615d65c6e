import { ensureDataMarker, readDataMarker } from '@render/jobs'
import type { ManagementContext } from '../context.ts'
import { repeat } from './repeat.ts'

export interface DataLossWatch extends Disposable {
  /** Checks once; rejects while Redis or the database is unavailable. */
  check(): Promise<void>
}

const CHECK_MS = 5000

/**
 * Raises an alert when Redis has lost its data or was replaced, also if that happened while no process ran: the database
 * has a copy of the data marker in Redis. Only one of several processes raises it.
 */
export function watchDataLoss({
  redis,
  database: { client },
  metrics,
  logger,
}: Pick<ManagementContext, 'redis' | 'database' | 'metrics'> & {
  logger: Pick<ManagementContext['logger'], 'error'>
}): DataLossWatch {
  let seen: string | undefined

  async function check(): Promise<void> {
    if (seen !== undefined && (await readDataMarker(redis)) === seen) return
    const known = await client.queueMark.findFirst()
    // Read after the copy: one read before may have been lost and replaced since, also in the copy.
    const marker = await ensureDataMarker(redis)
    if (known?.mark !== marker && (await remember(known?.mark, marker))) {
      metrics.queueLost.inc()
      logger.error({ alert: 'queue-lost' }, 'queue data lost')
    }
    seen = marker
  }

  /** Stores the marker; returns whether this call replaced another one. */
  async function remember(former: string | undefined, marker: string): Promise<boolean> {
    if (former === undefined) {
      await client.queueMark.createMany({ data: { mark: marker }, skipDuplicates: true })
      return false
    }
    const { count } = await client.queueMark.updateMany({ where: { mark: former }, data: { mark: marker } })
    return count > 0
  }

  const checks = repeat(check, CHECK_MS, () => {})
  return { check, [Symbol.dispose]: () => checks[Symbol.dispose]() }
}
