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

/** Seals JSON values for one reader. */
export type Seal = (value: unknown) => string

/** Opens values sealed for this reader; throws when no key matches or the text was changed. */
export type Open = (sealed: string) => unknown

interface Header {
  alg: 'ECDH-ES'
  enc: typeof ENC
  kid: string | undefined
  /** The sender's ephemeral key. */
  epk: JWK
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
  return (value) => {
    const own = generateKeyPairSync('x25519')
    const epk = own.publicKey.export({ format: 'jwk' })
    const fields: Header = { alg: 'ECDH-ES', enc: ENC, kid: jwk.kid, epk }
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
  return (sealed) => {
    const [header = '', encryptedKey, iv = '', text = '', tag = '', ...more] = sealed.split('.')
    if (encryptedKey !== '' || more.length > 0) throw new Error('The text is not a sealed value.')
    const { kid, epk } = JSON.parse(decode(header).toString()) as Header
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
