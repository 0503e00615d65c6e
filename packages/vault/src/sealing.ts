// Sealing in flight: a value is encrypted to a service's public key, and only that service can open it.
// The format is a compact JWE (RFC 7516; ECDH-ES over X25519, AES-256-GCM); its `kid` names the key, so that keys rotate
// with overlap. Written synchronously, because libraries use WebCrypto, which switches threads five times per value.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto'
import { calculateJwkThumbprint, type JWK } from 'jose'

export interface SealingKeys {
  publicKey: JWK
  privateKey: JWK
}

/** What a sealed value is for: a project, and a render, batch or event of it. */
export interface SealedFor {
  projectId: string
  /** Absent for what all renders of the project have. */
  id?: string
}

/** Seals JSON values for one reader. With `purpose`, the value opens for that purpose only. */
export type Seal = (value: unknown, purpose?: SealedFor) => string

/**
 * Opens values sealed for this reader. A value without purpose, as the previous version makes them, opens for any.
 * @throws {Error} when no key matches, the text was changed, or the value is for another purpose.
 */
export type Open = (sealed: string, purpose?: SealedFor) => unknown

interface Header {
  alg: 'ECDH-ES'
  enc: typeof ENC
  kid: string | undefined
  /** The sender's ephemeral key. */
  epk: JWK
  /** Digest of the purpose; the cipher authenticates the header. Absent for any purpose. */
  for?: string
}

/** Names of the cipher in JWE and in Node. */
const ENC = 'A256GCM'
const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12

export async function makeSealingKeys(): Promise<SealingKeys> {
  const pair = generateKeyPairSync('x25519')
  const publicKey = pair.publicKey.export({ format: 'jwk' }) as JWK
  const kid = await calculateJwkThumbprint(publicKey)
  return {
    publicKey: { ...publicKey, kid },
    privateKey: { ...(pair.privateKey.export({ format: 'jwk' }) as JWK), kid },
  }
}

export function createSeal(jwk: JWK): Seal {
  const reader = createPublicKey({ key: jwk, format: 'jwk' })
  return (value, purpose) => {
    const own = generateKeyPairSync('x25519')
    const epk = own.publicKey.export({ format: 'jwk' })
    const fields: Header = {
      alg: 'ECDH-ES',
      enc: ENC,
      kid: jwk.kid,
      epk,
      ...(purpose && { for: digest(purpose) }),
    }
    const header = encode(Buffer.from(JSON.stringify(fields)))
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv(CIPHER, contentKey(own.privateKey, reader), iv).setAAD(Buffer.from(header))
    const text = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()])
    return [header, '', encode(iv), encode(text), encode(cipher.getAuthTag())].join('.')
  }
}

/** `privateKeys` are all keys that may still be in use, newest first. */
export function createOpen(privateKeys: readonly JWK[]): Open {
  const keys = new Map(privateKeys.map((jwk) => [jwk.kid, createPrivateKey({ key: jwk, format: 'jwk' })]))
  return (sealed, purpose) => {
    const [header = '', encryptedKey, iv = '', text = '', tag = '', ...more] = sealed.split('.')
    if (encryptedKey !== '' || more.length > 0) throw new Error('The text is not a sealed value.')
    const { kid, epk, for: sealedFor } = JSON.parse(decode(header).toString()) as Header
    if (sealedFor !== undefined && sealedFor !== (purpose && digest(purpose)))
      throw new Error('The sealed value is for another render or project.')
    const key = keys.get(kid)
    if (!key) throw new Error(`No private key "${kid}" to open the sealed value.`)
    const secret = contentKey(key, createPublicKey({ key: epk, format: 'jwk' }))
    const decipher = createDecipheriv(CIPHER, secret, decode(iv), { authTagLength: 16 })
      .setAAD(Buffer.from(header))
      .setAuthTag(decode(tag))
    return JSON.parse(Buffer.concat([decipher.update(decode(text)), decipher.final()]).toString()) as unknown
  }
}

/** Derives the content key: one round of the Concat KDF of NIST SP 800-56A (RFC 7518, section 4.6.2), without party info. */
function contentKey(privateKey: KeyObject, publicKey: KeyObject): Buffer {
  const use = Buffer.from(ENC)
  return createHash('sha256')
    .update(uint32(1))
    .update(diffieHellman({ privateKey, publicKey }))
    .update(Buffer.concat([uint32(use.length), use, uint32(0), uint32(0), uint32(256)]))
    .digest()
}

function digest({ projectId, id }: SealedFor): string {
  return createHash('sha256')
    .update(JSON.stringify([projectId, id ?? null]))
    .digest('base64url')
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64url')
}

function decode(text: string): Buffer {
  return Buffer.from(text, 'base64url')
}
