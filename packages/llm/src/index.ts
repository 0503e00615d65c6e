export type { LlmCredential } from './credential.ts'
export { listModels, testCredential } from './list-models.ts'
