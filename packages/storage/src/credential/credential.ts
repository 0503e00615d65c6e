/** A key for an object store, and the store that it is for; which members are required depends on the provider. */
export interface StorageCredential {
  provider: string
  bucket?: string
  region?: string
  /** Base URL of the API in place of the provider's own. */
  endpoint?: string
  cdnHost?: string
  forcePathStyle?: boolean
  privateBucket?: boolean
  objectLock?: boolean
  accessKeyId?: string
  secretAccessKey?: string
  accountName?: string
  containerName?: string
  sasToken?: string
}

/** Pattern of the name of an Azure account: it becomes part of a host, which no other character may change. */
export const ACCOUNT_NAME = '^[a-z0-9]{3,24}$'

type Field = keyof StorageCredential

/** How a credential relates to options: the option of each member, the secret members, and those that say where secrets go. */
interface CredentialOptions {
  options: Partial<Record<Field, string>>
  secrets: readonly Field[]
  addresses: readonly Field[]
}

export const s3Credential = {
  options: {
    bucket: 's3_bucket',
    region: 's3_region',
    endpoint: 's3_endpoint',
    cdnHost: 'cdn_host',
    forcePathStyle: 's3_force_path_style',
    privateBucket: 's3_private_bucket',
    objectLock: 's3_object_lock',
    accessKeyId: 's3_key',
    secretAccessKey: 's3_secret',
  },
  secrets: ['accessKeyId', 'secretAccessKey'],
  addresses: ['endpoint'],
} as const satisfies CredentialOptions

export const azureCredential = {
  options: {
    cdnHost: 'cdn_host',
    accountName: 'azure_account_name',
    containerName: 'azure_container_name',
    sasToken: 'azure_sas_token',
  },
  secrets: ['sasToken'],
  addresses: ['accountName'],
} as const satisfies CredentialOptions
