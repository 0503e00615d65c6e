import { randomBytes } from 'node:crypto'
import {
  makeApiKey,
  makeBotKeys,
  makeSealingKeys,
  makeVaultKey,
  makeWebhookSecret,
  type SealingKeys,
} from '@render/vault'

/** Keys, tokens and passwords of one deployment. */
export type Secrets = Awaited<ReturnType<typeof makeSecrets>> & {
  /** Private halves that the last rotation replaced; they still open what was sealed to them. */
  formerPrivateKeys?: Record<'worker' | 'dispatcher', SealingKeys['privateKey']>
}

/** Creates all secrets. */
export async function makeSecrets() {
  return {
    secretKey: makeApiKey('sk'),
    publishableKey: makeApiKey('pk'),
    organisationKey: makeApiKey('mk'),
    webhookSecret: makeWebhookSecret(),
    workerKeys: await makeSealingKeys(),
    dispatcherKeys: await makeSealingKeys(),
    /** Newest first. */
    vaultKeys: [makeVaultKey()],
    botKeys: await makeBotKeys(),
    gatewayToken: makeToken(),
    dispatcherToken: makeToken(),
    operatorToken: makeToken(),
    authSecret: makeToken(),
    idempotencySecret: makeToken(),
    redisPassword: makeToken(),
    postgresPassword: makeToken(),
    bucketPassword: makeToken(),
    bucketKeys: { gateway: makeToken(), 'render-worker': makeToken() },
  }
}

function makeToken(): string {
  return randomBytes(24).toString('base64url')
}
