// Sealing of what only the answer to a render may contain. Every gateway can open it, and the worker that makes the render
// can seal it: the key is derived from a secret of the gateways, for one render.
import { createHmac } from 'node:crypto'
import { compactDecrypt, CompactEncrypt } from 'jose'

/** Returns the key of a render's answer: 32 bytes in base64url. */
export type AnswerSealingKeyOf = (renderId: string) => string

export function createAnswerSealingKeys(secret: string): AnswerSealingKeyOf {
  // A key of its own: the secret has other uses.
  const key = createHmac('sha256', secret).update('keys of answers').digest()
  return (renderId) => createHmac('sha256', key).update(renderId).digest('base64url')
}

/** Seals a JSON value with a key. */
export async function sealAnswer(answer: unknown, key: string): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(answer))
  return new CompactEncrypt(text)
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(Buffer.from(key, 'base64url'))
}

/**
 * Opens a sealed value.
 * @throws {Error} when it was sealed with another key or was changed.
 */
export async function openAnswer(sealed: string, key: string): Promise<unknown> {
  const { plaintext } = await compactDecrypt(sealed, Buffer.from(key, 'base64url'))
  return JSON.parse(new TextDecoder().decode(plaintext)) as unknown
}
