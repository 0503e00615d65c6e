import type { Redis } from 'ioredis'
import { ignoreConnectionErrors } from './connect.ts'

/** Calls `onMessage` for every message on a channel while this process is connected. Disposing unsubscribes. */
export function subscribe(redis: Redis, channel: string, onMessage: (message: string) => void): Disposable {
  // A subscribed connection can run no other commands. The resubscription of ioredis after a reconnect rejects without a handler
  // when the connection was closed in between, so it is off.
  const connection = redis.duplicate({ autoResubscribe: false })
  ignoreConnectionErrors(connection)
  connection.on('message', (_channel, message) => onMessage(message))
  connection.on('ready', () => void connection.subscribe(channel).catch(() => {}))
  return { [Symbol.dispose]: () => connection.disconnect() }
}
