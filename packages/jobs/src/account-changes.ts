// Management tells gateways whose accounts have changed. Who misses it learns of the change a little later all the same.
import type { Redis } from 'ioredis'

const CHANNEL = 'account-changes'
const EVERYBODY = '*'

/** Tells that something of an organisation has changed, of its keys for instance; null means any of them. */
export function tellAccountChange(redis: Redis, organisationId: string | null): void {
  redis.publish(CHANNEL, organisationId ?? EVERYBODY).catch(() => {})
}

/** Hears of every change while this process is connected. */
export function hearAccountChanges(
  redis: Redis,
  onChange: (organisationId: string | null) => void,
): Disposable {
  // A connection that listens can do nothing else; it listens anew by itself when it was lost.
  const listening = redis.duplicate().on('error', () => {})
  listening.on('message', (_channel, told) => onChange(told === EVERYBODY ? null : told))
  listening.subscribe(CHANNEL).catch(() => {})
  return { [Symbol.dispose]: () => listening.disconnect() }
}
