import { credentialEndpoints } from '../api/credential-endpoints.ts'
import { llm } from '../api/credential-types.ts'

export const llmCredentials = credentialEndpoints(llm, {
  noun: 'LlmCredential',
  list: 'llmCredentials',
  path: 'llm-credentials',
  what: 'credential of a language model',
})
