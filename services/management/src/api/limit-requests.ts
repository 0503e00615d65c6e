import { createTokenBuckets } from '@render/http'
import { ApiError } from './api-error.ts'

/** A key or a user; the other one is null. */
interface Counted {
  keyId: string | null
  userId: string | null
}

/** Limits the requests of each key and user, and those of each client address without a valid key or session. */
export interface RequestLimit {
  /**
   * Identifies the caller of a client's request. Only failed identifications count for the client, but one that has none left
   * may try none. While as many are under way as it has left, further ones wait.
   * @throws {ApiError} `TOO_MANY_REQUESTS` for the client or the caller.
   */
  admit<Caller extends Counted>(client: string, identify: () => Promise<Caller>): Promise<Caller>
}

/** Creates the limits of this process; 0 is no limit. */
export function limitRequests(
  perMinute: { ofCaller: number; ofClient: number },
  now?: () => number,
): RequestLimit {
  const callers = createTokenBuckets(perMinute.ofCaller, now)
  const clients = createTokenBuckets(perMinute.ofClient, now)

  return {
    async admit(client, identify) {
      const caller = await clients.run(client, identify, {
        counts: (result) => result.status === 'rejected' && isUnauthorized(result.reason),
        refusal: tooManyRequests,
      })
      const retryAfterSeconds = callers.take(caller.keyId ?? caller.userId!)
      if (retryAfterSeconds > 0) throw tooManyRequests(retryAfterSeconds)
      return caller
    },
  }
}

function tooManyRequests(retryAfterSeconds: number): ApiError {
  return new ApiError('TOO_MANY_REQUESTS', { retryAfterSeconds })
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'UNAUTHORIZED'
}
