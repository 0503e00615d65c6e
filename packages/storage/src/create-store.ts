import type { ArtefactStore } from './artefact-store.ts'
import { containerObjects } from './azure/container-objects.ts'
import { createDiskStore } from './disk/disk-store.ts'
import { createObjectStore } from './object-store/object-store.ts'
import { bucketFrom, type Bucket } from './s3/bucket.ts'
import { bucketObjects } from './s3/bucket-objects.ts'

/** Environment variables that choose and configure the back end; each back end has those of its own. */
export interface StoreConfig {
  ARTEFACT_STORE?: keyof typeof backEnds
  /** Folder of the disk store. */
  STORAGE_PATH?: string
  ARTEFACT_PREFIX?: string
  ARTEFACT_S3_BUCKET?: string
  ARTEFACT_S3_REGION?: string
  /** That of Amazon when empty. */
  ARTEFACT_S3_ENDPOINT?: string
  ARTEFACT_S3_PATH_STYLE?: 'auto' | 'on' | 'off'
  /** Both keys, or none: then those of the machine are used. */
  ARTEFACT_S3_ACCESS_KEY_ID?: string
  ARTEFACT_S3_SECRET_ACCESS_KEY?: string
  ARTEFACT_AZURE_ACCOUNT?: string
  ARTEFACT_AZURE_CONTAINER?: string
  ARTEFACT_AZURE_SAS_TOKEN?: string
  ARTEFACT_AZURE_KEY?: string
  ARTEFACT_AZURE_ENDPOINT?: string
}

const backEnds = {
  disk: ({ STORAGE_PATH = '' }: StoreConfig) => createDiskStore({ root: STORAGE_PATH }),
  s3: (config: StoreConfig) =>
    createObjectStore(bucketObjects(bucketOf(config)), { prefix: config.ARTEFACT_PREFIX }),
  azure: (config: StoreConfig) =>
    createObjectStore(
      containerObjects({
        endpoint: config.ARTEFACT_AZURE_ENDPOINT!,
        account: config.ARTEFACT_AZURE_ACCOUNT!,
        name: config.ARTEFACT_AZURE_CONTAINER!,
        sasToken: config.ARTEFACT_AZURE_SAS_TOKEN,
        key: config.ARTEFACT_AZURE_KEY,
      }),
      { prefix: config.ARTEFACT_PREFIX },
    ),
}

/** Creates the artefact store that the configuration names; on the disk when it names none. */
export function createStore(config: StoreConfig): ArtefactStore {
  return backEnds[config.ARTEFACT_STORE ?? 'disk'](config)
}

const PATH_STYLES = { auto: undefined, on: true, off: false }

function bucketOf(config: StoreConfig): Bucket {
  const { ARTEFACT_S3_PATH_STYLE: pathStyle = 'auto', ARTEFACT_S3_ACCESS_KEY_ID: accessKeyId } = config
  const bucket = bucketFrom({
    bucket: config.ARTEFACT_S3_BUCKET,
    region: config.ARTEFACT_S3_REGION,
    endpoint: config.ARTEFACT_S3_ENDPOINT || undefined,
    forcePathStyle: PATH_STYLES[pathStyle],
    accessKeyId,
    secretAccessKey: config.ARTEFACT_S3_SECRET_ACCESS_KEY,
  })
  return { ...bucket, credentials: accessKeyId ? bucket.credentials : undefined }
}
