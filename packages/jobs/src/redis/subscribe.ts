import type { Redis } from 'ioredis'
import { ignoreConnectionErrors } from './connect.ts'

/** Calls `onMessage` for every message on a channel while this process is connected. Disposing unsubscribes. */
export function subscribe(redis: Redis, channel: string, onMessage: (message: string) => void): Disposable {
  // A subscribed connection can run no other commands; ioredis subscribes again after a reconnect.
  const connection = redis.duplicate()
  ignoreConnectionErrors(connection)
  connection.on('message', (_channel, message) => onMessage(message))
  connection.subscribe(channel).catch(() => {})
  return { [Symbol.dispose]: () => connection.disconnect() }
}
