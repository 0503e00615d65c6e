// Receivers' side of the signatures, written from their description and by another interface to cryptography.
const { subtle } = globalThis.crypto
const bytes = (text: string) => new TextEncoder().encode(text)

async function hmac(key: Uint8Array<ArrayBuffer>, message: string): Promise<Buffer> {
  const imported = await subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return Buffer.from(await subtle.sign('HMAC', imported, bytes(message)))
}

/** The hex digest that belongs behind `sha256=`. */
export async function serviceDigest(secret: string, timestamp: string, body: string): Promise<string> {
  return (await hmac(bytes(secret), `${timestamp}.${body}`)).toString('hex')
}

/** The base64 digest that belongs behind `v1,`. */
export async function standardDigest(secret: string, signedContent: string): Promise<string> {
  const key = Uint8Array.from(atob(secret.slice('whsec_'.length)), (character) => character.charCodeAt(0))
  return (await hmac(key, signedContent)).toString('base64')
}
