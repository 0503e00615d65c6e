import { Redis } from 'ioredis'
import { breakWhenSilent } from './break-when-silent.ts'
import { timeOutCommands } from './time-out-commands.ts'

/** How long an answer is waited for by whom somebody else waits. */
const ANSWER_MS = 1000

/** A connection that fails fast: for producers and status reads, whose callers wait for an answer. */
export function connectImpatiently(url: string): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    retryStrategy,
  })
  return withQuietErrors(breakWhenSilent(timeOutCommands(redis, ANSWER_MS)))
}

/** A connection that waits for Redis to come back: for workers and event streams. */
export function connectPatiently(url: string): Redis {
  return withQuietErrors(new Redis(url, { maxRetriesPerRequest: null, retryStrategy }))
}

/** Waits until a connection can be used; rejects after `timeoutMs`. */
export async function untilReady(redis: Redis, timeoutMs = 10_000): Promise<void> {
  if (redis.status === 'ready') return
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(() => reject(new Error('Redis cannot be reached: check REDIS_URL.')), timeoutMs)
  redis.once('ready', resolve)
  await promise.finally(() => clearTimeout(timer))
}

/** Whether Redis answers now; a connection can be open to a server that is frozen. */
export async function isReady(redis: Redis, timeoutMs = 1000): Promise<boolean> {
  if (redis.status !== 'ready') return false
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(resolve, timeoutMs, false)
  const answered = redis.ping().then(
    () => true,
    () => false,
  )
  return Promise.race([answered, late]).finally(() => clearTimeout(timer))
}

/**
 * Refuses a Redis that could lose acknowledged renders: it must keep an append-only file and never evict.
 * A server that does not let us look passes.
 */
export async function requireDurableRedis(redis: Redis): Promise<void> {
  const wanted = { 'maxmemory-policy': 'noeviction', appendonly: 'yes' }
  for (const [setting, value] of Object.entries(wanted)) {
    const answer = await redis.config('GET', setting).catch(() => [setting, value])
    const found = answer[1]
    if (found !== value) {
      throw new Error(
        `Redis has ${setting}=${found}, but renders are only safe with ${setting}=${value}: change it, or set DEVELOPMENT_REDIS=1.`,
      )
    }
  }
}

/** Share of the memory that Redis may use; 0 when that is as much as there is. */
export async function usedMemory(redis: Redis): Promise<number> {
  const told = await redis.info('memory')
  const bytes = (field: string) => Number(new RegExp(`^${field}:(\\d+)`, 'm').exec(told)?.[1] ?? 0)
  const limit = bytes('maxmemory')
  return limit > 0 ? bytes('used_memory') / limit : 0
}

function retryStrategy(attempt: number): number {
  return Math.min(50 * attempt, 1000)
}

/** Connection errors are retried and show in readiness; without a listener they would end the process. */
function withQuietErrors(redis: Redis): Redis {
  redis.on('error', () => {})
  return redis
}
