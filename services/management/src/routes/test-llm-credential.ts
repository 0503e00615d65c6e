import { testCredential } from '@render/llm'
import { Type } from 'typebox'
import { orNotFound } from '../api/api-error.ts'
import { endpoint } from '../api/endpoint.ts'
import { findLlmCredential } from '../find-llm-credential.ts'

export const testLlmCredential = endpoint({
  id: 'testLlmCredential',
  method: 'post',
  path: '/organisation/:org/llm-credentials/:credential/test',
  summary: 'Asks the provider whether it takes a credential. Nothing is paid for.',
  permission: 'credentials:write',
  isChange: false,
  answer: Type.Object({
    ok: Type.Boolean(),
    error: Type.Optional(Type.String({ description: 'Why it does not.' })),
  }),
  fails: ['NOT_FOUND'],
  async run({ database, vault, http }, { organisationId }, { params }) {
    const credential = orNotFound(
      await findLlmCredential(database, vault, { organisationId, id: params.credential! }),
    )
    const error = await testCredential(credential, http)
    return error === undefined ? { ok: true } : { ok: false, error }
  },
})
