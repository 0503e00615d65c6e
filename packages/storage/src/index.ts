export { expiryOf, isArtefactKey, sideFileKey, makeArtefactKey } from './artefact-key.ts'
export {
  SMALL_BYTES,
  type ArtefactStore,
  type ByteRange,
  type LoadedArtefact,
  type StoredArtefact,
  type StoreHealth,
  type WriteOptions,
  type Written,
} from './artefact-store.ts'
export { createStore, type StoreConfig } from './create-store.ts'
export { openStore } from './open-store.ts'
export { StoreError, storeFailures, type StoreFailure } from './store-error.ts'
export {
  ACCOUNT_NAME,
  azureCredential,
  s3Credential,
  type StorageCredential,
} from './credential/credential.ts'
export { AZURE, storageProviders, withEndpoint } from './credential/providers.ts'
export { testStorageCredential } from './credential/test-credential.ts'
export { azureAddress, type Container } from './destination/azure-address.ts'
export { toNowhere, toStore, type DestinationOptions, type Destination } from './destination/destination.ts'
export { objectKey, objectPath } from './destination/object-path.ts'
export { toAddress, type UploadAddress } from './destination/to-address.ts'
export { toBucket, type BucketTarget } from './destination/to-bucket.ts'
export { bucketFrom, openBucket } from './s3/bucket.ts'
export { isOfBucket } from './s3/known-hosts.ts'
