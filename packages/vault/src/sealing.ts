// Sealing in flight: a value is encrypted to a service's public key, and only that service opens it.
// The form is a compact JWE (ECDH-ES over X25519, AES-256-GCM); its `kid` names the key, so keys rotate with overlap.
import {
  calculateJwkThumbprint,
  CompactEncrypt,
  compactDecrypt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  importJWK,
  type CryptoKey,
  type JWK,
} from 'jose'

export interface SealingKeys {
  publicKey: JWK
  privateKey: JWK
}

/** Seals JSON values to one reader. */
export type Seal = (value: unknown) => Promise<string>

/** Opens what was sealed to this reader; throws when no key fits or the text was changed. */
export type Open = (sealed: string) => Promise<unknown>

export async function makeSealingKeys(): Promise<SealingKeys> {
  const pair = await generateKeyPair('ECDH-ES', { crv: 'X25519', extractable: true })
  const publicKey = await exportJWK(pair.publicKey)
  const kid = await calculateJwkThumbprint(publicKey)
  return { publicKey: { ...publicKey, kid }, privateKey: { ...(await exportJWK(pair.privateKey)), kid } }
}

export async function createSeal(publicKey: JWK): Promise<Seal> {
  const key = await importJWK(publicKey, 'ECDH-ES')
  const header = { alg: 'ECDH-ES', enc: 'A256GCM', kid: publicKey.kid }
  return (value) =>
    new CompactEncrypt(new TextEncoder().encode(JSON.stringify(value)))
      .setProtectedHeader(header)
      .encrypt(key)
}

/** `privateKeys` are all keys that may still be in use, newest first. */
export async function createOpen(privateKeys: JWK[]): Promise<Open> {
  const keys = new Map<string | undefined, CryptoKey | Uint8Array>()
  for (const jwk of privateKeys) keys.set(jwk.kid, await importJWK(jwk, 'ECDH-ES'))
  return async (sealed) => {
    const { kid } = decodeProtectedHeader(sealed)
    const key = keys.get(kid)
    if (!key) throw new Error(`No private key "${kid}" to open a sealed value with.`)
    const { plaintext } = await compactDecrypt(sealed, key)
    return JSON.parse(new TextDecoder().decode(plaintext)) as unknown
  }
}
