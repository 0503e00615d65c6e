import type { StorageCredential } from './credential.ts'

interface Provider {
  /** Groups of fields that it requires; one field of each group is enough. */
  required: readonly (readonly (keyof StorageCredential)[])[]
  /** Base URL of its API in a region; a credential without a region, or of a provider without this, has its own. */
  endpoint?: (region: string) => string
}

const KEYED = [['bucket'], ['accessKeyId'], ['secretAccessKey']] as const
const byRegion = (endpoint: Provider['endpoint']): Provider => ({
  required: [...KEYED, ['region', 'endpoint']],
  endpoint,
})

export const AZURE = 'azure'

/** All providers; all but Azure have the API of S3. */
export const storageProviders: Readonly<Record<string, Provider>> = {
  aws_s3: { required: [...KEYED, ['region']] },
  google_cloud_storage: { required: KEYED, endpoint: () => 'https://storage.googleapis.com' },
  cloudflare_r2: { required: [...KEYED, ['endpoint'], ['cdnHost']] },
  backblaze_b2: byRegion((region) => `https://s3.${region}.backblazeb2.com`),
  digitalocean_spaces: byRegion((region) => `https://${region}.digitaloceanspaces.com`),
  wasabi: byRegion((region) => `https://s3.${region}.wasabisys.com`),
  minio: { required: [...KEYED, ['endpoint']] },
  custom: { required: [...KEYED, ['endpoint']] },
  [AZURE]: { required: [['accountName'], ['containerName'], ['sasToken']] },
}

/** Returns a credential with the address that its secrets are for; Amazon's has none, because a region can be any of its own. */
export function withEndpoint<C extends StorageCredential>(credential: C): C {
  const { provider, region = '', endpoint = storageProviders[provider]?.endpoint?.(region) } = credential
  return { ...credential, ...(endpoint !== undefined && { endpoint }) }
}
