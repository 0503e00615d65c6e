import type { ArtefactStore } from './artefact-store.ts'
import { createStore, type StoreConfig } from './create-store.ts'
import { StoreError } from './store-error.ts'

interface Log {
  error(details: object, message: string): void
}

/**
 * Creates the artefact store that the configuration names, and asks whether it can be used. One that cannot be reached is
 * only logged, because it may come back.
 * @throws {Error} when the store refuses, because its name or its key is wrong; names the variable.
 */
export async function openStore(config: StoreConfig, log: Log): Promise<ArtefactStore> {
  const store = createStore(config)
  try {
    await store.health()
  } catch (error) {
    if (!(error instanceof StoreError) || error.failure === 'refused') {
      await store[Symbol.asyncDispose]()
      throw new Error(`Invalid configuration:\n  ${placeOf(config)}: ${(error as Error).message}`, {
        cause: error,
      })
    }
    // The folder of the disk store is created by the first write.
    if (error.failure !== 'gone') log.error({ cause: error.message }, 'artefact store unavailable')
  }
  return store
}

/** Returns the variable that names the place of artefacts, with its value. */
function placeOf({ ARTEFACT_STORE = 'disk', ...config }: StoreConfig): string {
  const variable = PLACES[ARTEFACT_STORE]
  return `${variable} ${config[variable]}`
}

const PLACES = {
  disk: 'STORAGE_PATH',
  s3: 'ARTEFACT_S3_BUCKET',
  azure: 'ARTEFACT_AZURE_CONTAINER',
} as const
