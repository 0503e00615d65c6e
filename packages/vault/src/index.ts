export { createAnswerSealingKeys, openAnswer, sealAnswer, type AnswerSealingKeyOf } from './answer-sealing.ts'
export { apiKeyKind, hashApiKey, makeApiKey, type ApiKeyKind } from './api-keys.ts'
export { botKeyId, makeBotKeys, type BotKeys } from './bot-keys.ts'
export { createVault, makeVaultKey, type StorageLocation, type Vault, type VaultKey } from './at-rest.ts'
export { createSignJob, createVerifyJob, type SignJob, type VerifyJob } from './job-mac.ts'
export {
  createOpen,
  createSeal,
  makeSealingKeys,
  type Open,
  type Seal,
  type SealedFor,
  type SealingKeys,
} from './sealing.ts'
export {
  makeDeploymentSecrets,
  makeToken,
  secretVariables,
  type DeploymentSecrets,
} from './deployment-secrets.ts'
export { isPrivateKey, isPublicKey, isVaultKey } from './valid-keys.ts'
export { makeWebhookSecret } from './webhook-secret.ts'
export { REDIS_USERS, redisPassword, redisUserLines, type RedisUser } from './redis-users.ts'
