import { credentialEndpoints } from '../api/credential-endpoints.ts'
import { storage } from '../api/credential-types.ts'

export const storageCredentials = credentialEndpoints(storage, {
  noun: 'StorageCredential',
  list: 'storageCredentials',
  path: 'storage-credentials',
  what: 'credential of an object store',
})
