import { withTimeout } from '@render/async'
import { Redis } from 'ioredis'
import { addCircuitBreaker } from './circuit-breaker.ts'
import { timeOutCommands } from './command-timeouts.ts'
import { endWhenDisconnected } from './end-when-disconnected.ts'

/** Time limit of a command for which a caller waits. */
const REPLY_MS = 1000

/** Connects so that commands fail fast: for producers and status reads, whose callers wait for an answer. */
export function connectFailFast(url: string): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    retryStrategy,
    reconnectOnError: isReadOnly,
  })
  ignoreConnectionErrors(redis)
  return addCircuitBreaker(timeOutCommands(redis, REPLY_MS))
}

/** Connects so that commands wait until Redis is back: for workers and event streams. */
export function connectBlocking(url: string): Redis {
  const redis = new Redis(url, {
    maxRetriesPerRequest: null,
    retryStrategy,
    reconnectOnError: isReadOnly,
  })
  ignoreConnectionErrors(redis)
  return endWhenDisconnected(redis)
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

/** Settings without which Redis could lose acknowledged renders, as `INFO` reports them. */
const DURABLE = [
  { setting: 'maxmemory-policy', field: 'maxmemory_policy', wanted: 'noeviction' },
  { setting: 'appendonly', field: 'aof_enabled', wanted: '1' },
]
const IN_CONFIGURATION: Record<string, string> = { 0: 'no', 1: 'yes' }

/**
 * Throws unless Redis keeps an append-only file and never evicts, so that it cannot lose acknowledged renders, and has a
 * limit of memory, before which renders are refused. `INFO` tells it, because managed servers hide `CONFIG`.
 */
export async function requireDurableRedis(redis: Redis): Promise<void> {
  const info = await redis.info()
  for (const { setting, field, wanted } of DURABLE) {
    const found = infoField(info, field) ?? 'unknown'
    if (found === wanted) continue
    const [is, should] = [found, wanted].map((value) => `${setting}=${IN_CONFIGURATION[value] ?? value}`)
    throw new Error(
      `Redis has ${is}, but renders are only safe with ${should}: change it, or set DEVELOPMENT_REDIS=1.`,
    )
  }
  const maxmemory = infoField(info, 'maxmemory') ?? 'unknown'
  if (!(Number(maxmemory) > 0))
    throw new Error(
      `Redis has maxmemory=${maxmemory}, but renders are refused in time only with a memory limit: set maxmemory, or DEVELOPMENT_REDIS=1.`,
    )
}

/** Returns the share of its allowed memory that Redis uses; 0 when it has no limit. */
export async function usedMemory(redis: Redis): Promise<number> {
  const info = await redis.info('memory')
  const bytes = (field: string) => Number(infoField(info, field) ?? 0)
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

function infoField(info: string, field: string): string | undefined {
  return new RegExp(`^${field}:(\\S+)`, 'm').exec(info)?.[1]
}

/** A server that became a replica, as at a failover, keeps its connections: a new one finds the primary. */
function isReadOnly({ message }: Error): boolean {
  return message.includes('READONLY')
}

function retryStrategy(attempt: number): number {
  return Math.min(50 * attempt, 1000)
}
