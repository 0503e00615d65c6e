import { withTimeout } from '@render/async'
import { Redis } from 'ioredis'
import { addCircuitBreaker } from './circuit-breaker.ts'
import { timeOutCommands } from './command-timeouts.ts'

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

/**
 * Ignores `error` events: connections are retried, and failed commands reject. Without a listener the event would end the
 * process.
 */
export function ignoreConnectionErrors(emitter: { on(event: 'error', listener: () => void): unknown }): void {
  emitter.on('error', () => {})
}

/**
 * Makes `disconnect` end a connection that waits to be made again, with the event `end`; so do its duplicates. The library
 * only stops waiting, and what waits for the event, as workers of BullMQ do when they close, waits forever.
 */
function endWhenDisconnected(redis: Redis): Redis {
  const [disconnect, duplicate] = [redis.disconnect.bind(redis), redis.duplicate.bind(redis)]
  redis.disconnect = (reconnect = false) => {
    const isWaiting = redis.status === 'reconnecting'
    disconnect(reconnect)
    if (!isWaiting || reconnect) return
    redis.status = 'end'
    process.nextTick(() => redis.emit('end'))
  }
  redis.duplicate = (override) => endWhenDisconnected(duplicate(override))
  return redis
}

/** A server that a failover made a replica keeps its connections: reconnecting finds the primary. */
function isReadOnly({ message }: Error): boolean {
  return message.includes('READONLY')
}

function retryStrategy(attempt: number): number {
  return Math.min(50 * attempt, 1000)
}
