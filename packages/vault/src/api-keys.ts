// API keys: a prefix with their kind, 256 random bits, and a checksum that distinguishes mistyped keys from unknown ones.
import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** `sk` secret key of a project, `pk` its publishable key, `mk` management key of an organisation. */
export type ApiKeyKind = 'sk' | 'pk' | 'mk'

const FORM = /^(sk|pk|mk)_([A-Za-z0-9_-]{43})([0-9a-f]{8})$/

export function makeApiKey(kind: ApiKeyKind): string {
  const secret = randomBytes(32).toString('base64url')
  return `${kind}_${secret}${checksum(kind, secret)}`
}

/** Returns the kind of a well-formed key; undefined when prefix, length or checksum is wrong. */
export function apiKeyKind(key: string): ApiKeyKind | undefined {
  const [, kind, secret, sum] = FORM.exec(key) ?? []
  return kind && secret && checksum(kind, secret) === sum ? (kind as ApiKeyKind) : undefined
}

/** Returns the hash of a key that is stored: SHA-256 in hex. Keys are random, so no salt is needed. */
export function hashApiKey(key: string): string {
  return hash('sha256', key)
}

function checksum(kind: string, secret: string): string {
  return crc32(`${kind}_${secret}`).toString(16).padStart(8, '0')
}
