import { randomBytes } from 'node:crypto'
import { makeApiKey } from './api-keys.ts'
import { makeVaultKey, type VaultKey } from './at-rest.ts'
import { makeBotKeys, type BotKeys } from './bot-keys.ts'
import { makeSealingKeys, type SealingKeys } from './sealing.ts'
import { makeWebhookSecret } from './webhook-secret.ts'

/** Keys, tokens and passwords of one deployment. */
export interface DeploymentSecrets {
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

/** Creates all secrets. */
export async function makeDeploymentSecrets(): Promise<DeploymentSecrets> {
  return {
    secretKey: makeApiKey('sk'),
    publishableKey: makeApiKey('pk'),
    organisationKey: makeApiKey('mk'),
    webhookSecret: makeWebhookSecret(),
    workerKeys: await makeSealingKeys(),
    dispatcherKeys: await makeSealingKeys(),
    vaultKeys: [makeVaultKey()],
    botKeys: await makeBotKeys(),
    gatewayToken: makeToken(),
    dispatcherToken: makeToken(),
    operatorToken: makeToken(),
    authSecret: makeToken(),
    idempotencySecret: makeToken(),
    redisPassword: makeToken(),
    postgresPassword: makeToken(),
  }
}

/** Creates a token or password of 192 random bits, which needs no escape in a URL. */
export function makeToken(): string {
  return randomBytes(24).toString('base64url')
}

/** Returns the variables in which each service gets its keys and tokens. */
export function secretVariables({
  workerKeys,
  dispatcherKeys,
  ...secrets
}: DeploymentSecrets): Record<
  'gateway' | 'render-worker' | 'webhook-dispatcher' | 'management',
  Record<string, string>
> {
  const publicKeys = {
    WORKER_PUBLIC_KEY: JSON.stringify(workerKeys.publicKey),
    DISPATCHER_PUBLIC_KEY: JSON.stringify(dispatcherKeys.publicKey),
  }
  return {
    gateway: {
      ...publicKeys,
      MANAGEMENT_TOKEN: secrets.gatewayToken,
      IDEMPOTENCY_SECRET: secrets.idempotencySecret,
    },
    'render-worker': { WORKER_PRIVATE_KEYS: JSON.stringify([workerKeys.privateKey]) },
    'webhook-dispatcher': {
      MANAGEMENT_TOKEN: secrets.dispatcherToken,
      DISPATCHER_PRIVATE_KEYS: JSON.stringify([dispatcherKeys.privateKey]),
    },
    management: {
      ...publicKeys,
      GATEWAY_TOKEN: secrets.gatewayToken,
      DISPATCHER_TOKEN: secrets.dispatcherToken,
      OPERATOR_TOKEN: secrets.operatorToken,
      AUTH_SECRET: secrets.authSecret,
      VAULT_KEYS: JSON.stringify(secrets.vaultKeys),
    },
  }
}
