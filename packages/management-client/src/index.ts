export { createAccountCache, type AccountCache } from './account-cache.ts'
export {
  createManagementClient,
  TokenRefused,
  type ManagementClient,
  type ManagementClientSettings,
} from './client.ts'
export {
  ANSWER_WITHIN_MS,
  finishedOfRecord,
  internalPaths,
  UNLIMITED,
  type Account,
  type PublicCredential,
  type AccountChanges,
  type BatchRecord,
  type RenderRecord,
} from './types.ts'
