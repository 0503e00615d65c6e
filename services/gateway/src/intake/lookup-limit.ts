import { RenderError } from '@render/errors'
import { createTokenBuckets } from '@render/http'

/** Limits how often a client may look up ids and keys that do not exist. */
export interface LookupLimit {
  /**
   * Runs a lookup in management. A lookup that finds nothing uses one of the client's tokens. While as many lookups are under
   * way as the client has tokens, further ones wait.
   * @throws {RenderError} `RateLimitExceededError` when the client has no token.
   */
  run<T>(client: string, lookUp: () => Promise<T | undefined>): Promise<T | undefined>
}

/** Creates a bucket of one minute's lookups for each client, which fills evenly; with 0 there is no limit. */
export function createLookupLimit(perMinute: number, now?: () => number): LookupLimit {
  const buckets = createTokenBuckets(perMinute, now)
  return {
    run: (client, lookUp) =>
      buckets.run(client, lookUp, {
        counts: (result) => result.status === 'fulfilled' && result.value === undefined,
        refusal: tooManyLookups,
      }),
  }
}

function tooManyLookups(retryAfterSeconds: number): RenderError {
  const message =
    'Too many unknown ids or keys from this IP address: wait for the number of seconds in the Retry-After header.'
  return new RenderError('RateLimitExceededError', { message, retryAfterSeconds })
}
