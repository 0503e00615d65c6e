// Whether keys that an operator sets can be used as such.
import { createPrivateKey, createPublicKey } from 'node:crypto'
import type { JWK } from 'jose'

/** X25519 for keys that seal and open, Ed25519 for keys that sign. */
type KeyType = 'x25519' | 'ed25519'

export function isPublicKey(value: unknown, type: KeyType): boolean {
  return isOfType(createPublicKey, value, type)
}

export function isPrivateKey(value: unknown, type: KeyType): boolean {
  return isOfType(createPrivateKey, value, type)
}

export function isVaultKey(value: unknown): boolean {
  const { kid, key } = (value ?? {}) as Record<string, unknown>
  return typeof kid === 'string' && typeof key === 'string' && Buffer.from(key, 'base64').length === 32
}

function isOfType(
  create: typeof createPublicKey | typeof createPrivateKey,
  value: unknown,
  type: KeyType,
): boolean {
  try {
    return create({ key: value as JWK, format: 'jwk' }).asymmetricKeyType === type
  } catch {
    return false
  }
}
