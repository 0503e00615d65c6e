import { expect, test } from '@jest/globals'
import { StoreError } from '../store-error.ts'
import { asStoreError } from './object-errors.ts'

const bucketError = (httpStatusCode: number, Code?: string) => ({ Code, $metadata: { httpStatusCode } })
const blobError = (statusCode: number, errorCode: string) => ({ statusCode, details: { errorCode } })

test.each([
  [bucketError(404, 'NoSuchKey'), 'gone', 'find: answered 404 (NoSuchKey)'],
  [bucketError(404), 'gone', 'find: answered 404'],
  [bucketError(404, 'NoSuchBucket'), 'refused', 'find: answered 404 (NoSuchBucket)'],
  [bucketError(403, 'AccessDenied'), 'refused', 'find: answered 403 (AccessDenied)'],
  [bucketError(301, 'PermanentRedirect'), 'refused', 'find: answered 301 (PermanentRedirect)'],
  [bucketError(503, 'SlowDown'), 'unavailable', 'find: answered 503 (SlowDown)'],
  [bucketError(403, 'see https://b.example/key'), 'refused', 'find: answered 403'],
  [blobError(404, 'BlobNotFound'), 'gone', 'find: answered 404 (BlobNotFound)'],
  [blobError(404, 'ContainerNotFound'), 'refused', 'find: answered 404 (ContainerNotFound)'],
  [blobError(503, 'ServerBusy'), 'unavailable', 'find: answered 503 (ServerBusy)'],
  [{ code: 'ENOTFOUND' }, 'unavailable', 'find: could not be reached, ENOTFOUND'],
  [{ name: 'CredentialsProviderError' }, 'unavailable', 'find: could not be reached, without credentials'],
  [new Error('https://b.example/key'), 'unavailable', 'find: could not be reached'],
])('%j becomes a failure of the store, without texts of others', (error, failure, detail) => {
  const { message, ...facts } = asStoreError('find', error)
  expect(facts).toMatchObject({ failure })
  expect(message.slice(message.indexOf('('))).toBe(`(${detail})`)
})

test('a failure of the store stays as it is', () => {
  const error = new StoreError('unavailable', 'read: too few bytes')
  expect(asStoreError('find', error)).toBe(error)
})
