// Sealing at rest: AES-256-GCM, its associated data binding a secret to the place where it is stored,
// so that a ciphertext moved to another row or organisation does not open.
import { randomBytes } from 'node:crypto'
import { base64url, decodeProtectedHeader, FlattenedEncrypt, flattenedDecrypt, type FlattenedJWE } from 'jose'

export interface VaultKey {
  kid: string
  /** Base64 of 32 bytes. */
  key: string
}

/** Where a secret is stored. */
export interface Place {
  organisationId: string
  table: string
  rowId: string
}

export interface Vault {
  seal(secret: string, place: Place): Promise<string>
  /** Throws when the text was changed, belongs to another place, or its key is gone. */
  open(sealed: string, place: Place): Promise<string>
  /** Whether a text is sealed with the newest key. */
  isCurrent(sealed: string): boolean
}

export function makeVaultKey(): VaultKey {
  return { kid: randomBytes(6).toString('hex'), key: randomBytes(32).toString('base64') }
}

/** Seals with the first key, opens with any of them. */
export function createVault(keys: readonly VaultKey[]): Vault {
  const secrets = new Map(keys.map(({ kid, key }) => [kid, Buffer.from(key, 'base64')]))
  const [newest] = keys
  return {
    async seal(secret, place) {
      const jwe = await new FlattenedEncrypt(new TextEncoder().encode(secret))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: newest!.kid })
        .setAdditionalAuthenticatedData(placeBytes(place))
        .encrypt(secrets.get(newest!.kid)!)
      return JSON.stringify(jwe)
    },
    async open(sealed, place) {
      const jwe = { ...(JSON.parse(sealed) as FlattenedJWE), aad: base64url.encode(placeBytes(place)) }
      const { plaintext } = await flattenedDecrypt(jwe, (header) => {
        const kid = header?.kid
        const key = secrets.get(kid ?? '')
        if (!key) throw new Error(`No vault key "${kid}" to open a stored secret with.`)
        return key
      })
      return new TextDecoder().decode(plaintext)
    },
    isCurrent: (sealed) => decodeProtectedHeader(JSON.parse(sealed) as FlattenedJWE).kid === newest!.kid,
  }
}

function placeBytes({ organisationId, table, rowId }: Place): Uint8Array {
  return new TextEncoder().encode(JSON.stringify([organisationId, table, rowId]))
}
