// Whether operators have all gateways take no renders for now. It lies where these ask anyway before they take one.
import type { Redis } from 'ioredis'

export interface Maintenance {
  /** When it began, ISO 8601. */
  since: string
  /** What callers are told to wait. */
  retryAfterSeconds: number
  /** What they are told besides; null for the usual sentence. */
  message: string | null
}

/** A hash with the members of `Maintenance`, those that are not null; missing while renders are taken. */
export const MAINTENANCE = 'maintenance'

/** Null while renders are taken. */
export async function readMaintenance(redis: Redis): Promise<Maintenance | null> {
  const { since, retryAfterSeconds, message = null } = await redis.hgetall(MAINTENANCE)
  return since === undefined ? null : { since, retryAfterSeconds: Number(retryAfterSeconds), message }
}

/** Null has renders taken again. Every gateway goes by it at once. */
export async function setMaintenance(redis: Redis, maintenance: Maintenance | null): Promise<void> {
  const change = redis.multi().del(MAINTENANCE)
  if (maintenance) {
    const { message, ...told } = maintenance
    change.hset(MAINTENANCE, { ...told, ...(message !== null && { message }) })
  }
  await change.exec()
}
