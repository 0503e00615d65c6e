import type { connectFailFast } from '@render/jobs'
import { ApiError } from '../api/api-error.ts'

export type CountingRedis = Pick<ReturnType<typeof connectFailFast>, 'multi'>

/** Counts an attempt under a key and returns whether it is allowed, or in how many seconds it will be. */
export type CountAttempt = (
  key: string,
  rule: { /** In seconds. */ window: number; max: number },
) => Promise<{ allowed: boolean; retryAfter: number | null }>

/** Takes back an attempt that succeeded. */
export type ForgetAttempt = (key: string, rule: { window: number }) => Promise<void>

/**
 * Counts attempts in Redis, shared by all processes; refused attempts count too.
 * @throws {ApiError} `SERVICE_UNAVAILABLE` without Redis: no attempt goes uncounted.
 */
export function limitAttempts(redis: CountingRedis): { consume: CountAttempt; forget: ForgetAttempt } {
  return {
    async consume(key, { window, max }) {
      const counter = `sign-in:${key}`
      const [count, , left] = await run(
        redis.multi().incr(counter).expire(counter, window, 'NX').ttl(counter),
      )
      return count! <= max ? { allowed: true, retryAfter: null } : { allowed: false, retryAfter: left! }
    },
    async forget(key, { window }) {
      const counter = `sign-in:${key}`
      await run(redis.multi().decr(counter).expire(counter, window, 'NX'))
    },
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
