import type { Redis } from 'ioredis'
import { ignoreConnectionErrors } from './connect.ts'

/** Calls `onMessage` for every message on a channel while this process is connected. Disposing unsubscribes. */
export function subscribe(redis: Redis, channel: string, onMessage: (message: string) => void): Disposable {
  // A subscribed connection can run no other commands. When ioredis subscribes again by itself, after a reconnect, nobody
  // catches that it fails because the connection was closed meanwhile.
  const connection = redis.duplicate({ autoResubscribe: false })
  ignoreConnectionErrors(connection)
  connection.on('message', (_channel, message) => onMessage(message))
  connection.on('ready', () => void connection.subscribe(channel).catch(() => {}))
  return { [Symbol.dispose]: () => connection.disconnect() }
}
