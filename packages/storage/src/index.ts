export { expiryOf, isArtefactKey, sideFileKey, makeArtefactKey } from './artefact-key.ts'
export type {
  ArtefactStore,
  ByteRange,
  StoredArtefact,
  StoreHealth,
  WriteOptions,
  Written,
} from './artefact-store.ts'
export { createStore, type StoreConfig } from './create-store.ts'
export { StoreError, storeFailures, type StoreFailure } from './store-error.ts'
