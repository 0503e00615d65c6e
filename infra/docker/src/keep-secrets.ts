import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { makeVaultKey, type VaultKey } from '@render/vault'
import { secretFiles } from './secret-files.ts'
import { makeSecrets, type Secrets } from './secrets.ts'

/**
 * Keeps all secrets in `<directory>/kept/secrets.json` and writes each container's files to `<directory>/<container>/`.
 * What is not kept yet is made, so that running it again changes nothing and a later version may ask for more. A new vault
 * key seals from the next start on; the others go on opening what they sealed.
 */
export async function keepSecrets(
  directory: string,
  { isVaultKeyNew = false } = {},
): Promise<{ made: string[] }> {
  const file = `${directory}/kept/secrets.json`
  const { vaultKey, ...kept } = readKept(file)
  const former = vaultKey ? { vaultKeys: [vaultKey] } : {}
  const secrets: Secrets = { ...(await makeSecrets()), ...former, ...kept }
  const made = Object.keys(secrets).filter((name) => !Object.hasOwn(kept, name))
  if (isVaultKeyNew && kept.vaultKeys) {
    secrets.vaultKeys = [makeVaultKey(), ...kept.vaultKeys]
    made.push('a vault key')
  }
  if (made.length > 0) write(file, `${JSON.stringify(secrets, null, 2)}\n`, 0o600)

  for (const [container, files] of Object.entries(secretFiles(secrets))) {
    // Who mounts the folder may read it, whatever its user is; nobody else mounts it.
    for (const [name, text] of Object.entries(files)) write(`${directory}/${container}/${name}`, text, 0o444)
  }
  return { made }
}

/** Formerly there was one vault key. */
function readKept(file: string): Partial<Secrets> & { vaultKey?: VaultKey } {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ReturnType<typeof readKept>
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}

/** Whole or not at all: a container that starts meanwhile never reads half a file. */
function write(file: string, text: string, mode: number): void {
  mkdirSync(file.slice(0, file.lastIndexOf('/')), { recursive: true })
  writeFileSync(`${file}.new`, text, { mode, flush: true })
  renameSync(`${file}.new`, file)
}
