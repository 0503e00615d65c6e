// A random value stored in Redis beside the queues: when it is missing, Redis has lost its data or is new.
import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'

const KEY = 'queue-mark'

/** Returns undefined when Redis is new or has lost its data. */
export async function readDataMarker(redis: Redis): Promise<string | undefined> {
  return (await redis.get(KEY)) ?? undefined
}

/** Writes a marker unless there is one; returns the marker that is stored then. */
export async function ensureDataMarker(redis: Redis): Promise<string> {
  await redis.set(KEY, randomUUID(), 'NX')
  return (await redis.get(KEY))!
}
