import type { Redis } from 'ioredis'

/**
 * Makes `disconnect` end a connection that waits to be made again, with the event `end`; so do its duplicates. The library
 * only stops waiting, and what waits for the event, as workers of BullMQ do when they close, waits forever.
 */
export function endWhenDisconnected(redis: Redis): Redis {
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
