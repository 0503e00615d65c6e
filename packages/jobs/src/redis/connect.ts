import { withTimeout } from '@render/async'
import { Redis } from 'ioredis'
import { breakWhenSilent } from './circuit-breaker.ts'
import { timeOutCommands } from './command-timeouts.ts'

/** Time limit of a command for which a caller waits. */
const ANSWER_MS = 1000

/** Connects so that commands fail fast: for producers and status reads, whose callers wait for an answer. */
export function connectFailFast(url: string): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    retryStrategy,
  })
  ignoreConnectionErrors(redis)
  return breakWhenSilent(timeOutCommands(redis, ANSWER_MS))
}

/** Connects so that commands wait until Redis is back: for workers and event streams. */
export function connectBlocking(url: string): Redis {
  const redis = new Redis(url, { maxRetriesPerRequest: null, retryStrategy })
  ignoreConnectionErrors(redis)
  return redis
}

/** Waits until a connection can be used; rejects after `timeoutMs`. */
export async function untilReady(redis: Redis, timeoutMs = 10_000): Promise<void> {
  if (redis.status === 'ready') return
  const ready = new Promise<void>((resolve) => void redis.once('ready', resolve))
  await withTimeout(ready, timeoutMs, () => {
    throw new Error('Redis cannot be reached: check REDIS_URL.')
  })
}

/** Returns whether Redis answers now; a connection can be open to a server that is frozen. */
export async function isReady(redis: Redis, timeoutMs = 1000): Promise<boolean> {
  if (redis.status !== 'ready') return false
  const answered = redis.ping().then(
    () => true,
    () => false,
  )
  return withTimeout(answered, timeoutMs, () => false)
}

/**
 * Throws unless Redis keeps an append-only file and never evicts, so that it cannot lose acknowledged renders. A server
 * that does not allow reading its configuration passes.
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

/** Returns the share of its allowed memory that Redis uses; 0 when it has no limit. */
export async function usedMemory(redis: Redis): Promise<number> {
  const info = await redis.info('memory')
  const bytes = (field: string) => Number(new RegExp(`^${field}:(\\d+)`, 'm').exec(info)?.[1] ?? 0)
  const limit = bytes('maxmemory')
  return limit > 0 ? bytes('used_memory') / limit : 0
}

/**
 * Ignores `error` events: connections are retried, and failed commands reject. Without a listener the event would end the
 * process.
 */
export function ignoreConnectionErrors(emitter: { on(event: 'error', listener: () => void): unknown }): void {
  emitter.on('error', () => {})
}

function retryStrategy(attempt: number): number {
  return Math.min(50 * attempt, 1000)
}
