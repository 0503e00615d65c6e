import { listModels } from '@render/llm'
import { Type } from 'typebox'
import { ApiError, orNotFound } from '../api/api-error.ts'
import { endpoint } from '../api/endpoint.ts'
import { findLlmCredential } from '../find-llm-credential.ts'

export const listLlmModels = endpoint({
  id: 'listLlmModels',
  method: 'get',
  path: '/organisation/:org/llm-credentials/:credential/models',
  summary: 'The models that a credential opens, as its provider lists them now.',
  permission: 'credentials:read',
  answer: Type.Object({ models: Type.Array(Type.String(), { description: 'Their names.' }) }),
  fails: ['NOT_FOUND', 'CONFLICT'],
  async run({ database, vault, http }, { organisationId }, { params }) {
    const credential = orNotFound(
      await findLlmCredential(database, vault, { organisationId, id: params.credential! }),
    )
    const listed = await listModels(credential, http)
    if ('error' in listed) throw new ApiError('CONFLICT', { message: listed.error })
    return listed
  },
})
