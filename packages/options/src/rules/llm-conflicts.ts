import { isJsonSchema } from '../values/json-schema.ts'
import { isServiceAccountKey } from '../values/service-account-key.ts'
import type { Conflict } from './conflict.ts'

export const llmConflicts: Conflict[] = [
  {
    name: 'llm_key without llm_provider',
    options: ['llm_key', 'llm_provider'],
    find: ({ llm_key, llm_provider }) =>
      llm_key && !llm_provider ? '"llm_key" needs "llm_provider".' : undefined,
  },
  {
    name: 'llm_aws_access_key_id without llm_aws_secret_access_key',
    options: ['llm_aws_access_key_id', 'llm_aws_secret_access_key'],
    find: ({ llm_aws_access_key_id: id, llm_aws_secret_access_key: secret }) =>
      id && !secret ? '"llm_aws_access_key_id" needs "llm_aws_secret_access_key".' : undefined,
  },
  {
    name: 'llm_aws_secret_access_key without llm_aws_access_key_id',
    options: ['llm_aws_secret_access_key', 'llm_aws_access_key_id'],
    find: ({ llm_aws_access_key_id: id, llm_aws_secret_access_key: secret }) =>
      secret && !id ? '"llm_aws_secret_access_key" needs "llm_aws_access_key_id".' : undefined,
  },
  {
    name: 'llm_aws_session_token without llm_aws_access_key_id',
    options: ['llm_aws_session_token', 'llm_aws_access_key_id'],
    find: ({ llm_aws_access_key_id: id, llm_aws_session_token: session }) =>
      session && !id ? '"llm_aws_session_token" needs "llm_aws_access_key_id".' : undefined,
  },
  {
    name: 'llm_gcp_service_account_json that is no key file',
    options: ['llm_gcp_service_account_json'],
    find: ({ llm_gcp_service_account_json: file }) =>
      file && !isServiceAccountKey(file)
        ? '"llm_gcp_service_account_json" must be the JSON key file of a service account, with "client_email" and "private_key".'
        : undefined,
  },
  {
    name: 'llm_output enum without a list in llm_schema',
    options: ['llm_output', 'llm_schema'],
    find: ({ llm_output, llm_schema }) =>
      llm_output === 'enum' && !(Array.isArray(llm_schema) && llm_schema.length > 0)
        ? '"llm_output" enum needs a list of strings as "llm_schema".'
        : undefined,
  },
  {
    name: 'llm_output object or array without a JSON Schema in llm_schema',
    options: ['llm_schema', 'llm_output'],
    find: ({ llm_output, llm_schema }) =>
      (llm_output === 'object' || llm_output === 'array') && !isJsonSchema(llm_schema)
        ? `"llm_output" ${llm_output} needs a JSON Schema (draft 2020-12 or 7), with references to parts of itself alone, as "llm_schema".`
        : undefined,
  },
]
