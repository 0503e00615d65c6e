import type { Redis } from 'ioredis'

export interface Cancels extends Disposable {
  /** Whether a render was cancelled before; ask once `onCancel` can stop it, so that nothing is missed in between. */
  has(id: string): Promise<boolean>
}

/** The channel on which ids of cancelled renders are told. */
export const CANCELS = 'render-cancels'

/** What is there for as long as a cancelled render may start. */
export function markOf(id: string): string {
  return `render-cancelled:${id}`
}

/** Tells of every render that is cancelled while this process is connected. */
export function listenForCancels(redis: Redis, onCancel: (id: string) => void): Cancels {
  // A connection that listens can do nothing else; it listens anew by itself when it was lost.
  const listening = redis.duplicate().on('error', () => {})
  listening.on('message', (_channel, id) => onCancel(id))
  listening.subscribe(CANCELS).catch(() => {})
  return {
    has: async (id) => (await redis.exists(markOf(id))) > 0,
    [Symbol.dispose]: () => listening.disconnect(),
  }
}
