import { listModels, testCredential, type LlmCredential } from '@render/llm'
import type { Vault } from '@render/vault'
import { Type } from 'typebox'
import { ApiError, orNotFound } from '../api/api-error.ts'
import { endpoint, withoutOrganisation, type Endpoint } from '../api/endpoint.ts'
import type { Database } from '../database/database.ts'
import { credentialEndpoints } from './credential-endpoints.ts'
import { llm } from './credential-types.ts'
import { findCredential, openCredential } from './credentials.ts'

const ONE = '/organisation/:org/llm-credentials/:credential'
const crud = credentialEndpoints(llm)

export const llmEndpoints: readonly Endpoint[] = [
  ...Object.values(crud),
  endpoint({
    id: 'testLlmCredential',
    method: 'post',
    path: `${ONE}/test`,
    summary: 'Checks a credential with its provider, free of charge.',
    permission: 'credentials:write',
    isChange: false,
    answer: Type.Object({
      ok: Type.Boolean(),
      error: Type.Optional(Type.String({ description: 'Why the provider refuses it.' })),
    }),
    fails: ['NOT_FOUND'],
    async run({ database, vault, http }, { organisationId }, { params }) {
      const key = { organisationId, id: params.credential! }
      const credential = orNotFound(await findLlmCredential(database, vault, key))
      const error = await testCredential(credential, http)
      return error === undefined ? { ok: true } : { ok: false, error }
    },
  }),
  endpoint({
    id: 'listLlmModels',
    method: 'get',
    path: `${ONE}/models`,
    summary: 'Lists the models that a credential gives access to, as the provider reports them.',
    permission: 'credentials:read',
    answer: Type.Object({ models: Type.Array(Type.String(), { description: 'Names of models.' }) }),
    fails: ['NOT_FOUND', 'CONFLICT'],
    async run({ database, vault, http }, { organisationId }, { params }) {
      const key = { organisationId, id: params.credential! }
      const credential = orNotFound(await findLlmCredential(database, vault, key))
      const result = await listModels(credential, http)
      if ('error' in result) throw new ApiError('CONFLICT', { message: result.error })
      return result
    },
  }),
  withoutOrganisation(crud.list),
  withoutOrganisation(crud.create),
]

/** Returns a decrypted language model credential; undefined when the organisation has no such one. */
async function findLlmCredential(
  database: Pick<Database, 'client'>,
  vault: Vault,
  key: { organisationId: string; id: string },
): Promise<LlmCredential | undefined> {
  const row = await findCredential(database, { ...key, kind: 'llm' })
  if (!row) return undefined
  const { provider, settings, secrets } = await openCredential(vault, row)
  return { provider, ...settings, ...secrets }
}
