import { testStorageCredential } from '@render/storage'
import { Type } from 'typebox'
import { orNotFound } from '../api/api-error.ts'
import { endpoint, type Endpoint } from '../api/endpoint.ts'
import { credentialEndpoints } from './credential-endpoints.ts'
import { storage } from './credential-types.ts'
import { findCredential, openCredential } from './credentials.ts'

export const storageEndpoints: readonly Endpoint[] = [
  ...Object.values(credentialEndpoints(storage)),
  endpoint({
    id: 'testStorageCredential',
    method: 'post',
    path: '/organisation/:org/storage-credentials/:credential/test',
    summary:
      'Write a small file to the store of a credential as renders do, and delete it if that is allowed.',
    permission: 'credentials:write',
    isChange: false,
    response: Type.Object({
      ok: Type.Boolean(),
      error: Type.Optional(Type.String({ description: 'Why the store does not accept files.' })),
    }),
    failures: ['NOT_FOUND'],
    async run({ database, vault, http, azureEndpoint }, { organisationId }, { params }) {
      const key = { organisationId, kind: storage.kind, id: params.credential! }
      const row = orNotFound(await findCredential(database, key))
      const { provider, settings, secrets } = await openCredential(vault, row)
      const error = await testStorageCredential({ provider, ...settings, ...secrets }, http, azureEndpoint)
      return error === undefined ? { ok: true } : { ok: false, error }
    },
  }),
]
