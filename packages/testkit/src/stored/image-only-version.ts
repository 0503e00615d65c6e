// Data that the image-only version stored in Redis and Postgres. Both versions run side by side during a
// deployment, so newer code has to process it: never change the data to make a test pass.
import { readFileSync } from 'node:fs'

interface StoredKey {
  key: string
  type: 'hash' | 'list' | 'set' | 'zset' | 'string'
  value: string | string[] | Record<string, string>
}

interface StoredRenders {
  redis: StoredKey[]
}

interface Ended extends StoredRenders {
  /** Id of a render with a thumbnail and a slice, and a webhook. */
  succeeded: string
  /** Id of a render that failed with `NavigationError`, and has a webhook. */
  failed: string
}

/** A row of the table `renders`, as JSON. */
export type StoredRow = Record<string, unknown> & { id: string; status: string; outcome: unknown }

interface StoredVersion {
  /** Private JWK that jobs are sealed to. */
  workerKey: object
  /** Private JWK that addresses of receivers are sealed to. */
  dispatcherKey: object
  /** The address of the receiver of webhooks. */
  receiver: string
  /** Jobs that wait elsewhere than in the default queue, and what a gateway stored about their requests. */
  waiting: StoredRenders & {
    /** The token that keyed the digests of `Idempotency-Key`. */
    token: string
    /** A render in the queue `batch`, and the request with an `Idempotency-Key` that made it. */
    inNamedQueue: { id: string; key: string; options: object }
    /** A batch with the request that made it. */
    batch: { id: string; renderIds: string[]; key: string; request: object }
    /** Id of a render of HTML that was delayed after a timeout. */
    deferred: string
    /** Id of an event of its own, with one attempt that failed. */
    deferredEvent: string
  }
  /** Renders that wait for a worker: one of a URL with retry options, one of HTML with a thumbnail and a slice. */
  queued: StoredRenders & { plain: string; withSideFiles: string }
  /** Renders that a worker ended, and that wait to be recorded. */
  rendered: Ended
  /** The same renders once they were recorded; their webhooks wait to be delivered. */
  recorded: Ended & { rows: StoredRow[] }
}

export const imageOnlyVersion = JSON.parse(
  readFileSync(new URL('./image-only-version.json', import.meta.url), 'utf8'),
) as StoredVersion

/** Writes stored queues to an empty Redis. */
export async function restoreQueues(
  redis: { call(command: string, ...words: string[]): Promise<unknown> },
  { redis: entries }: StoredRenders,
): Promise<void> {
  for (const { key, type, value } of entries) {
    if (typeof value === 'string') await redis.call('SET', key, value)
    else if (type === 'hash') await redis.call('HSET', key, ...Object.entries(value).flat())
    else if (type === 'list') await redis.call('RPUSH', key, ...(value as string[]))
    else if (type === 'set') await redis.call('SADD', key, ...(value as string[]))
    // ZRANGE lists each member before its score, ZADD takes the score first.
    else await redis.call('ZADD', key, ...swapPairs(value as string[]))
  }
}

function swapPairs(words: string[]): string[] {
  return words.map((_, index) => words[index ^ 1]!)
}
