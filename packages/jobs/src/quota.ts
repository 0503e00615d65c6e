// What an organisation may still make in its period, as far as Redis has to know: nothing of it lies there for one without a limit.
import type { Redis } from 'ioredis'

/** What an organisation has used of a period. */
export interface UsedRenders {
  /** Succeeded renders, as recorded. */
  renders: number
  /** When the period ends, ISO 8601: its name, too. */
  until: string
}

/** Periods by what was used in them: a sorted set. */
export function usedOf(organisationId: string): string {
  return `used:${organisationId}`
}

/** Ids of renders that were admitted and are not recorded yet, by when: a sorted set. They may come to be used. */
export function reservedOf(organisationId: string): string {
  return `reserved:${organisationId}`
}

/** Longer than any period. */
const KEEP_MS = 40 * 24 * 3_600_000

/** A render is recorded: it is not reserved any more, and in the same step counts as used if it does. */
export async function noteRecorded(
  redis: Redis,
  { id, organisationId }: { id: string; organisationId: string },
  used: UsedRenders | undefined,
): Promise<void> {
  const change = redis.multi().zrem(reservedOf(organisationId), id)
  if (used) {
    const place = usedOf(organisationId)
    // Records that are written at once may tell in another order.
    change.zadd(place, 'GT', used.renders, used.until).pexpire(place, KEEP_MS)
  }
  await change.exec()
}
