import { randomBytes } from 'node:crypto'

/** Returns a new webhook secret in the form of Standard Webhooks: `whsec_` and the base64 of 32 random bytes. */
export function makeWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}
