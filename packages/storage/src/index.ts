export { expiryOf, isArtefactKey, keyBeside, makeArtefactKey } from './artefact-key.ts'
export { createDiskStore } from './disk-store.ts'
export type { ArtefactStore, StoredArtefact } from './store.ts'
