import type { ArtefactStore } from './artefact-store.ts'
import { createDiskStore } from './disk/disk-store.ts'

/** Environment variables that choose and configure the back end. */
export interface StoreConfig {
  /** Folder of the disk store. */
  STORAGE_PATH: string
}

/** Creates the artefact store that the configuration names. */
export function createStore({ STORAGE_PATH }: StoreConfig): ArtefactStore {
  return createDiskStore({ root: STORAGE_PATH })
}
