import { createHmac } from 'node:crypto'

export interface Message {
  /** Id of the event, the same at every attempt. */
  id: string
  /** Time of this attempt in Unix seconds. */
  timestamp: number
  body: string
}

/**
 * Signs a message: our own header with the newest secret, and those of Standard Webhooks with one signature per secret, so
 * that receivers can change theirs at any time during a rotation.
 */
export function signatureHeaders(
  message: Message,
  secrets: readonly [string, ...string[]],
): Record<string, string> {
  return {
    'x-service-signature': serviceSignature(message, secrets[0]),
    'webhook-id': message.id,
    'webhook-timestamp': String(message.timestamp),
    'webhook-signature': secrets.map((secret) => standardSignature(message, secret)).join(' '),
  }
}

/** Returns `t=<unix seconds>,sha256=<hex>` over `t.body`; the key is the text of the secret. */
export function serviceSignature({ timestamp, body }: Message, secret: string): string {
  const digest = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  return `t=${timestamp},sha256=${digest}`
}

/** Returns `v1,<base64>` over `id.timestamp.body`; the key is the base64-decoded part after `whsec_`. */
export function standardSignature({ id, timestamp, body }: Message, secret: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}
