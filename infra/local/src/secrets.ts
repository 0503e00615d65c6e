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
  /** The newest first. */
  vaultKeys: VaultKey[]
  botKeys: BotKeys
  gatewayToken: string
  dispatcherToken: string
  operatorToken: string
  authSecret: string
  redisPassword: string
  postgresPassword: string
}

/** Formerly there was one vault key. */
type Kept = Partial<Secrets> & { vaultKey?: VaultKey }

/** The secrets kept in a file; what is not there yet is made and kept. */
export async function keepSecrets(file: string): Promise<Secrets> {
  const kept = (readJson(file) ?? {}) as Kept
  const secrets: Secrets = {
    secretKey: kept.secretKey ?? makeApiKey('sk'),
    publishableKey: kept.publishableKey ?? makeApiKey('pk'),
    organisationKey: kept.organisationKey ?? makeApiKey('mk'),
    webhookSecret: kept.webhookSecret ?? makeWebhookSecret(),
    workerKeys: kept.workerKeys ?? (await makeSealingKeys()),
    dispatcherKeys: kept.dispatcherKeys ?? (await makeSealingKeys()),
    vaultKeys: kept.vaultKeys ?? [kept.vaultKey ?? makeVaultKey()],
    botKeys: kept.botKeys ?? (await makeBotKeys()),
    gatewayToken: kept.gatewayToken ?? makeToken(),
    dispatcherToken: kept.dispatcherToken ?? makeToken(),
    operatorToken: kept.operatorToken ?? makeToken(),
    authSecret: kept.authSecret ?? makeToken(),
    redisPassword: kept.redisPassword ?? makeToken(),
    postgresPassword: kept.postgresPassword ?? makeToken(),
  }
  writeJson(file, secrets)
  return secrets
}

/** Adds a vault key to those kept, which seals from the next start on; the others go on opening what they sealed. */
export async function addVaultKey(file: string): Promise<void> {
  const secrets = await keepSecrets(file)
  writeJson(file, { ...secrets, vaultKeys: [makeVaultKey(), ...secrets.vaultKeys] })
}

function makeToken(): string {
  return randomBytes(24).toString('base64url')
}
