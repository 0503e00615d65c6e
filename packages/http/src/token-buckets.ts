import { LRUCache } from 'lru-cache'

/** Token buckets, one per client: they limit what a client may do in a minute, and refill evenly. */
export interface TokenBuckets {
  /** Takes one from a client's bucket. Returns 0, or the seconds until the bucket has one. */
  take(client: string): number
  /** Gives one back that did not count. */
  giveBack(client: string): void
}

interface Bucket {
  left: number
  at: number
}

const MINUTE_MS = 60_000
/** Further clients replace the one that was seen least recently. */
const MAX_CLIENTS = 10_000

/** Creates buckets of this process; with 0 there is no limit. */
export function createTokenBuckets(
  perMinute: number,
  now: () => number = () => performance.now(),
): TokenBuckets {
  const buckets = new LRUCache<string, Bucket>({ max: MAX_CLIENTS })

  function bucketOf(client: string): Bucket {
    const { left, at } = buckets.get(client) ?? { left: perMinute, at: now() }
    const filled = Math.min(perMinute, left + ((now() - at) * perMinute) / MINUTE_MS)
    const bucket = { left: filled, at: now() }
    buckets.set(client, bucket)
    return bucket
  }

  return {
    take(client) {
      if (perMinute === 0) return 0
      const bucket = bucketOf(client)
      if (bucket.left < 1) return Math.ceil(((1 - bucket.left) * MINUTE_MS) / perMinute / 1000)
      bucket.left -= 1
      return 0
    },
    giveBack(client) {
      const bucket = buckets.peek(client)
      if (bucket) bucket.left += 1
    },
  }
}
