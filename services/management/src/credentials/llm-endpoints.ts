import { listModels, testCredential, type LlmCredential } from '@render/llm'
import type { Vault } from '@render/vault'
import { Type } from 'typebox'
import { ApiError, orNotFound } from '../api/api-error.ts'
import { endpoint, withoutOrganisation, type Endpoint } from '../api/endpoint.ts'
import type { DatabaseClient } from '../database/database.ts'
import { credentialEndpoints } from './credential-endpoints.ts'
import { missingFields } from './edit-credential.ts'
import { llm } from './credential-types.ts'
import { findCredential, openCredential } from './credentials.ts'

const ONE = '/organisation/:org/llm-credentials/:credential'
const crud = credentialEndpoints(llm)

const listModelsEndpoint = endpoint({
  id: 'listLlmModels',
  method: 'get',
  path: `${ONE}/models`,
  summary: 'List the models that a credential gives access to, as the provider reports them.',
  permission: 'credentials:read',
  response: Type.Object({ models: Type.Array(Type.String(), { description: 'Names of models.' }) }),
  failures: ['NOT_FOUND', 'CONFLICT'],
  async run({ database, vault, http }, { organisationId }, { params }) {
    const key = { organisationId, id: params.credential! }
    const { credential, lack } = orNotFound(await findLlmCredential(database, vault, key))
    const result = lack === undefined ? await listModels(credential, http) : { error: lack }
    if ('error' in result) throw new ApiError('CONFLICT', { message: result.error })
    return result
  },
})

export const llmEndpoints: readonly Endpoint[] = [
  ...Object.values(crud),
  endpoint({
    id: 'testLlmCredential',
    method: 'post',
    path: `${ONE}/test`,
    summary: 'Check a credential with its provider, free of charge.',
    permission: 'credentials:write',
    isChange: false,
    response: Type.Object({
      ok: Type.Boolean(),
      error: Type.Optional(Type.String({ description: 'Why the provider refuses it.' })),
    }),
    failures: ['NOT_FOUND'],
    async run({ database, vault, http }, { organisationId }, { params }) {
      const key = { organisationId, id: params.credential! }
      const { credential, lack } = orNotFound(await findLlmCredential(database, vault, key))
      const error = lack ?? (await testCredential(credential, http))
      return error === undefined ? { ok: true } : { ok: false, error }
    },
  }),
  listModelsEndpoint,
  // The published command line sends a POST.
  { ...listModelsEndpoint, id: 'listLlmModelsByPost', method: 'post', isChange: false },
  withoutOrganisation(crud.list),
  withoutOrganisation(crud.create),
]

/**
 * Returns a decrypted language model credential, and what its provider requires and it lacks; undefined when the organisation
 * has no such credential.
 */
async function findLlmCredential(
  database: DatabaseClient,
  vault: Vault,
  key: { organisationId: string; id: string },
): Promise<{ credential: LlmCredential; lack: string | undefined } | undefined> {
  const row = await findCredential(database, { ...key, kind: 'llm' })
  if (!row) return undefined
  const content = await openCredential(vault, row)
  const { provider, settings, secrets } = content
  const [missing] = missingFields(llm, content)
  const lack = missing && `"${missing.path.replace('body.', '')}" ${missing.message}.`
  return { credential: { provider, ...settings, ...secrets }, lack }
}
