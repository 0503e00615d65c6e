// The part of an organisation's quota that admission needs in Redis. Organisations without a limit have nothing there.
import type { Redis } from 'ioredis'
import { KEEP_MS } from './outstanding.ts'

/** The renders that an organisation has used of a period. */
export interface UsedRenders {
  /** Succeeded renders, as recorded. */
  renders: number
  /** End of the period, ISO 8601; identifies the period. */
  until: string
}

/** Returns the key of a sorted set: periods by the renders used in them. */
export function usedKey(organisationId: string): string {
  return `used:${organisationId}`
}

/** Returns the key of a sorted set: ids of renders that were admitted and are not recorded yet, by time of admission. */
export function reservedKey(organisationId: string): string {
  return `reserved:${organisationId}`
}

/** Ends the reservation of a recorded render and, in the same step, stores what its organisation has used. */
export async function settleReservation(
  redis: Redis,
  { id, organisationId }: { id: string; organisationId: string },
  used: UsedRenders | undefined,
): Promise<void> {
  const transaction = redis.multi().zrem(reservedKey(organisationId), id)
  if (used) {
    const key = usedKey(organisationId)
    // GT: records that are written at the same time may arrive here in another order.
    transaction.zadd(key, 'GT', used.renders, used.until).pexpire(key, KEEP_MS)
  }
  await transaction.exec()
}
