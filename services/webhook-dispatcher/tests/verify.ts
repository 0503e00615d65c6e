// Verifies signatures as a receiver does, implemented from the documentation with the Web Crypto API.
const { subtle } = globalThis.crypto
const bytes = (text: string) => new TextEncoder().encode(text)

async function hmac(key: Uint8Array<ArrayBuffer>, message: string): Promise<Buffer> {
  const imported = await subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return Buffer.from(await subtle.sign('HMAC', imported, bytes(message)))
}

/** Returns the expected hex digest after `sha256=`. */
export async function serviceDigest(secret: string, timestamp: string, body: string): Promise<string> {
  return (await hmac(bytes(secret), `${timestamp}.${body}`)).toString('hex')
}

/** Returns the expected base64 digest after `v1,`. */
export async function standardDigest(secret: string, signedContent: string): Promise<string> {
  const key = Uint8Array.from(atob(secret.slice('whsec_'.length)), (character) => character.charCodeAt(0))
  return (await hmac(key, signedContent)).toString('base64')
}
