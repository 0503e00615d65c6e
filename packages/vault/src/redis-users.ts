// The Redis users of the services. Each can use only the keys and channels of its own work, so that a compromised
// worker cannot add webhooks, change quotas or read what other services keep.
import { createHash, createHmac } from 'node:crypto'

export const REDIS_USERS = ['gateway', 'management', 'render-worker', 'webhook-dispatcher'] as const

export type RedisUser = (typeof REDIS_USERS)[number]

/**
 * Commands of all services: no administration, no code that stays in the server, no list of all keys. `info` and
 * `config|get` show whether the server is durable.
 */
const COMMANDS =
  '+@all -@admin -@dangerous -script -function -fcall -scan -randomkey -dbsize +info +config|get'

/**
 * Keys and channels. A script must be allowed to write all keys that it declares, even if it only reads some. BullMQ writes
 * the keys of a job's parent when the job ends, so the worker can write those of `records`.
 */
const KEY_PATTERNS: Record<RedisUser, string> = {
  gateway:
    '~bull:renders* ~bull:records:* ~bull:webhooks:* ~bull:sweeps:* ~rate:* ~outstanding* ~reserved:* ~used:* ~maintenance ' +
    '~render-* ~claim:* ~submitted:* ~link-* &account-changes &render-cancels',
  management:
    '~bull:* ~outstanding* ~reserved:* ~used:* ~maintenance ~queue-mark ~submitted:* ~render-* ~sign-in:* &account-changes',
  'render-worker':
    '~bull:renders* ~bull:records:* ~bull:sweeps:* ~outstanding* ~render-capacity:* ~render-progress:* ~render-options:* ' +
    '~render-answer:* ' +
    '%R~render-cancelled:* &render-cancels',
  'webhook-dispatcher': '~bull:webhooks:* ~bull:deliveries:* %R~bull:records:* %R~bull:renders* ~receiver:*',
}

/** Returns the password of a service. It is derived, so that one secret is enough, and tells nothing about the others. */
export function redisPassword(secret: string, user: RedisUser): string {
  return createHmac('sha256', secret).update(`redis user ${user}`).digest('base64url')
}

/** Returns the lines of the server's configuration that create the users. */
export function redisUserLines(secret: string): string[] {
  return REDIS_USERS.map((user) => {
    const digest = createHash('sha256').update(redisPassword(secret, user)).digest('hex')
    return `user ${user} on #${digest} ${KEY_PATTERNS[user]} ${COMMANDS}`
  })
}
