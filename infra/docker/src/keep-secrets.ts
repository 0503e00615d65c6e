import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { makeSealingKeys, makeVaultKey, type VaultKey } from '@render/vault'
import { secretFiles } from './secret-files.ts'
import { makeSecrets, type Secrets } from './secrets.ts'

/**
 * Stores all secrets in `<directory>/kept/secrets.json` and writes each container's files to `<directory>/<container>/`.
 * Creates only missing secrets, so that running it again changes nothing and a later version can add more. A new vault
 * key encrypts from the next start on; the others still decrypt. Of sealing keys, the ones before the new ones still do.
 */
export async function keepSecrets(
  directory: string,
  { isVaultKeyNew = false, areSealingKeysNew = false } = {},
): Promise<{ made: string[] }> {
  const file = `${directory}/kept/secrets.json`
  const { vaultKey, ...kept } = readKept(file)
  const former = vaultKey ? { vaultKeys: [vaultKey] } : {}
  // The gateway's token keyed the digests of idempotency keys before: they stay valid.
  const digests = kept.gatewayToken ? { idempotencySecret: kept.gatewayToken } : {}
  const secrets: Secrets = { ...(await makeSecrets()), ...former, ...digests, ...kept }
  const made = Object.keys(secrets).filter((name) => !Object.hasOwn(kept, name))
  if (isVaultKeyNew && kept.vaultKeys) {
    secrets.vaultKeys = [makeVaultKey(), ...kept.vaultKeys]
    made.push('a vault key')
  }
  if (areSealingKeysNew && kept.workerKeys && kept.dispatcherKeys) {
    const { workerKeys, dispatcherKeys } = kept
    secrets.formerPrivateKeys = { worker: workerKeys.privateKey, dispatcher: dispatcherKeys.privateKey }
    secrets.workerKeys = await makeSealingKeys()
    secrets.dispatcherKeys = await makeSealingKeys()
    made.push('sealing keys')
  }
  if (made.length > 0) write(file, `${JSON.stringify(secrets, null, 2)}\n`, 0o600)

  for (const [container, files] of Object.entries(secretFiles(secrets))) {
    // Readable by any user of the container that mounts the folder; no other container mounts it.
    for (const [name, text] of Object.entries(files)) write(`${directory}/${container}/${name}`, text, 0o444)
  }
  return { made }
}

/** Reads the kept secrets. Older files have a single `vaultKey`. */
function readKept(file: string): Partial<Secrets> & { vaultKey?: VaultKey } {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ReturnType<typeof readKept>
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}

/** Replaces a file atomically, so that a starting container never reads half of it. */
function write(file: string, text: string, mode: number): void {
  mkdirSync(file.slice(0, file.lastIndexOf('/')), { recursive: true })
  writeFileSync(`${file}.new`, text, { mode, flush: true })
  renameSync(`${file}.new`, file)
}
