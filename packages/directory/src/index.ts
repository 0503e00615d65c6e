export { createAccountCache, type AccountCache } from './account-cache.ts'
export { createDirectoryClient, type DirectoryClient, type DirectorySettings } from './client.ts'
export {
  ANSWER_WITHIN_MS,
  internalPaths,
  type Account,
  type BatchRecord,
  type RenderRecord,
} from './types.ts'
