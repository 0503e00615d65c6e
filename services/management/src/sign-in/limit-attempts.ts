import type { connectImpatiently } from '@render/jobs'

export type CountingRedis = Pick<ReturnType<typeof connectImpatiently>, 'multi'>

/** Requests of one client for one thing. */
interface Rule {
  /** In seconds. */
  window: number
  max: number
}

/** Counts attempts in Redis, so that all processes count together; what is refused counts too. */
export function limitAttempts(redis: CountingRedis) {
  return async (
    key: string,
    { window, max }: Rule,
  ): Promise<{ allowed: boolean; retryAfter: number | null }> => {
    const counter = `sign-in:${key}`
    const [count, , left] = await run(redis.multi().incr(counter).expire(counter, window, 'NX').ttl(counter))
    return count! <= max ? { allowed: true, retryAfter: null } : { allowed: false, retryAfter: left! }
  }
}

async function run(transaction: ReturnType<CountingRedis['multi']>): Promise<number[]> {
  const results = (await transaction.exec()) ?? []
  return results.map(([error, result]) => {
    if (error) throw error
    return result as number
  })
}
