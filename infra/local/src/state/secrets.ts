import { randomBytes } from 'node:crypto'
import {
  makeApiKey,
  makeBotKeys,
  makeSealingKeys,
  makeVaultKey,
  makeWebhookSecret,
  type BotKeys,
  type SealingKeys,
  type VaultKey,
} from '@render/vault'
import { readJson, writeJson } from './json-file.ts'

/** Keys, tokens and passwords of one stack. */
export interface Secrets {
  secretKey: string
  publishableKey: string
  organisationKey: string
  webhookSecret: string
  workerKeys: SealingKeys
  dispatcherKeys: SealingKeys
  /** Newest first. */
  vaultKeys: VaultKey[]
  botKeys: BotKeys
  gatewayToken: string
  dispatcherToken: string
  operatorToken: string
  authSecret: string
  idempotencySecret: string
  redisPassword: string
  postgresPassword: string
}

/** Older files have a single `vaultKey`. */
type StoredSecrets = Partial<Secrets> & { vaultKey?: VaultKey }

/** Reads the secrets from a file; creates and stores the missing ones. */
export async function loadOrCreateSecrets(file: string): Promise<Secrets> {
  const stored = (readJson(file) ?? {}) as StoredSecrets
  const secrets: Secrets = {
    secretKey: stored.secretKey ?? makeApiKey('sk'),
    publishableKey: stored.publishableKey ?? makeApiKey('pk'),
    organisationKey: stored.organisationKey ?? makeApiKey('mk'),
    webhookSecret: stored.webhookSecret ?? makeWebhookSecret(),
    workerKeys: stored.workerKeys ?? (await makeSealingKeys()),
    dispatcherKeys: stored.dispatcherKeys ?? (await makeSealingKeys()),
    vaultKeys: stored.vaultKeys ?? [stored.vaultKey ?? makeVaultKey()],
    botKeys: stored.botKeys ?? (await makeBotKeys()),
    gatewayToken: stored.gatewayToken ?? makeToken(),
    dispatcherToken: stored.dispatcherToken ?? makeToken(),
    operatorToken: stored.operatorToken ?? makeToken(),
    authSecret: stored.authSecret ?? makeToken(),
    // The gateway's token keyed the digests before: they stay valid.
    idempotencySecret: stored.idempotencySecret ?? stored.gatewayToken ?? makeToken(),
    redisPassword: stored.redisPassword ?? makeToken(),
    postgresPassword: stored.postgresPassword ?? makeToken(),
  }
  writeJson(file, secrets)
  return secrets
}

/** Adds a vault key. Management encrypts with it from the next start; the others still decrypt. */
export async function addVaultKey(file: string): Promise<void> {
  const secrets = await loadOrCreateSecrets(file)
  writeJson(file, { ...secrets, vaultKeys: [makeVaultKey(), ...secrets.vaultKeys] })
}

function makeToken(): string {
  return randomBytes(24).toString('base64url')
}
