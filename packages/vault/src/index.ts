export { apiKeyKind, hashApiKey, makeApiKey, type ApiKeyKind } from './api-keys.ts'
export { createVault, makeVaultKey, type Place, type Vault, type VaultKey } from './at-rest.ts'
export { createOpen, createSeal, makeSealingKeys, type Open, type Seal, type SealingKeys } from './sealing.ts'
export { makeWebhookSecret } from './webhook-secret.ts'
