// Sealing at rest: AES-256-GCM whose associated data bind a secret to the row where it is stored, so that a ciphertext
// copied to another row or organisation does not open.
import { randomBytes } from 'node:crypto'
import { base64url, decodeProtectedHeader, FlattenedEncrypt, flattenedDecrypt, type FlattenedJWE } from 'jose'

export interface VaultKey {
  kid: string
  /** Base64 of 32 bytes. */
  key: string
}

/** The database row of a secret. */
export interface StorageLocation {
  organisationId: string
  table: string
  rowId: string
}

/** The key of a sealed secret is missing. By its name it differs from errors of a database driver, which may pass. */
class MissingVaultKey extends Error {
  override name = 'MissingVaultKey'
}

export interface Vault {
  seal(secret: string, location: StorageLocation): Promise<string>
  /** @throws {Error} when the text was changed, belongs to another row, or its key is missing. */
  open(sealed: string, location: StorageLocation): Promise<string>
  /** Returns whether a text is sealed with the newest key. */
  isCurrent(sealed: string): boolean
}

export function makeVaultKey(): VaultKey {
  return { kid: randomBytes(6).toString('hex'), key: randomBytes(32).toString('base64') }
}

/** Creates a vault that seals with the first key and opens with all of them. */
export function createVault(keys: readonly VaultKey[]): Vault {
  const secrets = new Map(keys.map(({ kid, key }) => [kid, Buffer.from(key, 'base64')]))
  const [newest] = keys
  return {
    async seal(secret, location) {
      const jwe = await new FlattenedEncrypt(new TextEncoder().encode(secret))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: newest!.kid })
        .setAdditionalAuthenticatedData(locationBytes(location))
        .encrypt(secrets.get(newest!.kid)!)
      return JSON.stringify(jwe)
    },
    async open(sealed, location) {
      const jwe = { ...(JSON.parse(sealed) as FlattenedJWE), aad: base64url.encode(locationBytes(location)) }
      const { plaintext } = await flattenedDecrypt(jwe, (header) => {
        const kid = header?.kid
        const key = secrets.get(kid ?? '')
        if (!key)
          throw new MissingVaultKey(`No vault key "${kid}" in VAULT_KEYS; a stored secret is sealed with it.`)
        return key
      })
      return new TextDecoder().decode(plaintext)
    },
    isCurrent: (sealed) => decodeProtectedHeader(JSON.parse(sealed) as FlattenedJWE).kid === newest!.kid,
  }
}

function locationBytes({ organisationId, table, rowId }: StorageLocation): Uint8Array {
  return new TextEncoder().encode(JSON.stringify([organisationId, table, rowId]))
}
