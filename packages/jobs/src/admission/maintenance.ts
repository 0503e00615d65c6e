// The maintenance mode, in which all gateways refuse renders. Stored in Redis, where admission reads it with the limits.
import type { Redis } from 'ioredis'

export interface Maintenance {
  /** When it began, ISO 8601. */
  since: string
  /** Value of `Retry-After` in answers to callers. */
  retryAfterSeconds: number
  /** Message for callers; null for the default message. */
  message: string | null
}

/** Key of a hash with the members of `Maintenance` that are not null; missing while renders are accepted. */
export const MAINTENANCE = 'maintenance'

/** Returns null while renders are accepted. */
export async function readMaintenance(redis: Redis): Promise<Maintenance | null> {
  const { since, retryAfterSeconds, message = null } = await redis.hgetall(MAINTENANCE)
  return since === undefined ? null : { since, retryAfterSeconds: Number(retryAfterSeconds), message }
}

/** Starts maintenance in all gateways at once; null ends it. */
export async function setMaintenance(redis: Redis, maintenance: Maintenance | null): Promise<void> {
  const transaction = redis.multi().del(MAINTENANCE)
  if (maintenance) {
    const { message, ...fields } = maintenance
    transaction.hset(MAINTENANCE, { ...fields, ...(message !== null && { message }) })
  }
  await transaction.exec()
}
