import { LRUCache } from 'lru-cache'

/** Token buckets, one per client: they limit what a client may do in a minute, and refill evenly. */
export interface TokenBuckets {
  /** Takes one from a client's bucket. Returns 0, or the seconds until the bucket has one. */
  take(client: string): number
  /**
   * Runs work that uses a token only if its result counts, and holds one meanwhile. While others hold all that are left, waits
   * for the end of one, so that nobody is refused for what does not count; a thousand may wait. Throws the refusal otherwise.
   */
  run<T>(client: string, work: () => Promise<T>, rules: RunRules<T>): Promise<T>
}

interface RunRules<T> {
  counts: (result: PromiseSettledResult<T>) => boolean
  /** Returns the error for a client without tokens. */
  refusal: (retryAfterSeconds: number) => Error
}

interface Bucket {
  left: number
  at: number
}

/** The held tokens of a client, and those who wait for the end of one. */
interface Held {
  count: number
  waiting: (() => void)[]
}

const MINUTE_MS = 60_000
/** Further clients replace the one that was seen least recently. */
const MAX_CLIENTS = 10_000
/** Limits how many lookups of one client wait. */
const MAX_WAITING = 1000
/** When a lookup behind waiting ones may be tried again, if no more may wait. */
const RETRY_BEHIND_OTHERS_SECONDS = 1

/** Creates buckets of this process; with 0 there is no limit. */
export function createTokenBuckets(
  perMinute: number,
  now: () => number = () => performance.now(),
): TokenBuckets {
  const buckets = new LRUCache<string, Bucket>({ max: MAX_CLIENTS })
  const heldBy = new Map<string, Held>()

  function bucketOf(client: string): Bucket {
    const { left, at } = buckets.get(client) ?? { left: perMinute, at: now() }
    const filled = Math.min(perMinute, left + ((now() - at) * perMinute) / MINUTE_MS)
    const bucket = { left: filled, at: now() }
    buckets.set(client, bucket)
    return bucket
  }

  function take(client: string): number {
    if (perMinute === 0) return 0
    const bucket = bucketOf(client)
    if (bucket.left < 1) return Math.ceil(((1 - bucket.left) * MINUTE_MS) / perMinute / 1000)
    bucket.left -= 1
    return 0
  }

  /** Takes a token that `end` may give back. Returns like `take`. */
  async function hold(client: string): Promise<number> {
    for (let isNew = true; ; isNew = false) {
      const held = heldBy.get(client) ?? { count: 0, waiting: [] }
      const isBehindOthers = isNew && held.waiting.length > 0
      const seconds = isBehindOthers ? RETRY_BEHIND_OTHERS_SECONDS : take(client)
      if (seconds === 0) {
        held.count += 1
        heldBy.set(client, held)
        return 0
      }
      if (held.count === 0 || held.waiting.length >= MAX_WAITING) return seconds
      await new Promise<void>((resolve) => held.waiting.push(resolve))
    }
  }

  function end(client: string, isUsed: boolean): void {
    const bucket = bucketOf(client)
    if (!isUsed) bucket.left = Math.min(perMinute, bucket.left + 1)
    const held = heldBy.get(client)!
    held.count -= 1
    // When none is held any more, nothing else would end for those who wait.
    const woken = held.count === 0 ? held.waiting.length : Math.floor(bucket.left)
    for (const wake of held.waiting.splice(0, woken)) wake()
    if (held.count === 0) heldBy.delete(client)
  }

  return {
    take,
    async run(client, work, { counts, refusal }) {
      const retryAfterSeconds = await hold(client)
      if (retryAfterSeconds > 0) throw refusal(retryAfterSeconds)
      const [result] = await Promise.allSettled([Promise.try(work)])
      end(client, counts(result))
      if (result.status === 'rejected') throw result.reason
      return result.value
    },
  }
}
