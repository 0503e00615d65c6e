import type { connectImpatiently } from '@render/jobs'
import { ApiError } from '../api/api-error.ts'

export type CountingRedis = Pick<ReturnType<typeof connectImpatiently>, 'multi'>

/** Counts an attempt under a key and says whether it may be made, and if not, in how many seconds. */
export type CountAttempt = (
  key: string,
  rule: { /** In seconds. */ window: number; max: number },
) => Promise<{ allowed: boolean; retryAfter: number | null }>

/**
 * Counts attempts in Redis, so that all processes count together; what is refused counts too.
 * @throws {ApiError} `SERVICE_UNAVAILABLE` without Redis: nobody guesses uncounted.
 */
export function limitAttempts(redis: CountingRedis): CountAttempt {
  return async (key, { window, max }) => {
    const counter = `sign-in:${key}`
    const [count, , left] = await run(redis.multi().incr(counter).expire(counter, window, 'NX').ttl(counter))
    return count! <= max ? { allowed: true, retryAfter: null } : { allowed: false, retryAfter: left! }
  }
}

async function run(transaction: ReturnType<CountingRedis['multi']>): Promise<number[]> {
  try {
    const results = (await transaction.exec()) ?? []
    return results.map(([error, result]) => {
      if (error) throw error
      return result as number
    })
  } catch (cause) {
    throw new ApiError('SERVICE_UNAVAILABLE', { cause })
  }
}
