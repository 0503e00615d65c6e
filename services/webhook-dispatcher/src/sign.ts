import { createHmac } from 'node:crypto'

export interface Message {
  /** The event's, the same at every attempt. */
  id: string
  /** Unix seconds of this attempt. */
  timestamp: number
  body: string
}

/**
 * The headers that prove who sent a message: our own, keyed with the newest secret, and those of Standard Webhooks, with
 * a signature per secret so that receivers can change theirs when they like.
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

/** `t=<unix seconds>,sha256=<hex>` over `t.body`, keyed with the bytes of the secret as it is written. */
export function serviceSignature({ timestamp, body }: Message, secret: string): string {
  const digest = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  return `t=${timestamp},sha256=${digest}`
}

/** `v1,<base64>` over `id.timestamp.body`, keyed with the bytes that the secret encodes behind its `whsec_`. */
export function standardSignature({ id, timestamp, body }: Message, secret: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}
