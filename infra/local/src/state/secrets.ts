import { makeDeploymentSecrets, makeVaultKey, type DeploymentSecrets, type VaultKey } from '@render/vault'
import { readJson, writeJson } from './json-file.ts'

/** Older files have a single `vaultKey`. */
type StoredSecrets = Partial<DeploymentSecrets> & { vaultKey?: VaultKey }

/** Reads the secrets from a file; creates and stores the missing ones. */
export async function loadOrCreateSecrets(file: string): Promise<DeploymentSecrets> {
  const { vaultKey, ...stored } = (readJson(file) ?? {}) as StoredSecrets
  const secrets: DeploymentSecrets = {
    ...(await makeDeploymentSecrets()),
    ...(vaultKey && { vaultKeys: [vaultKey] }),
    // The gateway's token keyed the digests before: they stay valid.
    ...(stored.gatewayToken && { idempotencySecret: stored.gatewayToken }),
    ...stored,
  }
  writeJson(file, secrets)
  return secrets
}

/** Adds a vault key. Management encrypts with it from the next start; the others still decrypt. */
export async function addVaultKey(file: string): Promise<void> {
  const secrets = await loadOrCreateSecrets(file)
  writeJson(file, { ...secrets, vaultKeys: [makeVaultKey(), ...secrets.vaultKeys] })
}
