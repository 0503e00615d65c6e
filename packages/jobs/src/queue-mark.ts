// A mark that lies in Redis beside the queues: where it is missing, so is everything that lay there with it.
import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'

const PLACE = 'queue-mark'

/** Undefined in a Redis that is new, or has lost its data. */
export async function readQueueMark(redis: Redis): Promise<string | undefined> {
  return (await redis.get(PLACE)) ?? undefined
}

/** Puts a new mark where there is none; returns the one that is there then. */
export async function placeQueueMark(redis: Redis): Promise<string> {
  await redis.set(PLACE, randomUUID(), 'NX')
  return (await redis.get(PLACE))!
}
