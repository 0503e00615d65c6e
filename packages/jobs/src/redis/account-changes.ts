// Management notifies gateways of changed accounts. A gateway that misses a message refreshes the account later by itself.
import type { Redis } from 'ioredis'
import { subscribe } from './subscribe.ts'

const CHANNEL = 'account-changes'
const ALL = '*'

/** Announces a change of an organisation, for instance of its keys; null announces a change of any organisation. */
export function publishAccountChange(redis: Redis, organisationId: string | null): void {
  redis.publish(CHANNEL, organisationId ?? ALL).catch(() => {})
}

/** Calls `onChange` for every change while this process is connected. */
export function subscribeAccountChanges(
  redis: Redis,
  onChange: (organisationId: string | null) => void,
): Disposable {
  return subscribe(redis, CHANNEL, (message) => onChange(message === ALL ? null : message))
}
