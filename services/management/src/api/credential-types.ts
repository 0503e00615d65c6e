// What there is to say of a credential, by its kind: the fields, which of them are secrets, and what a provider needs.
import { optionOf } from '@render/options'
import { Type, type TSchema } from 'typebox'
import type { CredentialContent } from '../credentials.ts'
import type { CredentialKind } from '../generated/client.ts'
import type { Complaint } from './api-error.ts'

export interface CredentialType {
  kind: CredentialKind
  providers: readonly string[]
  /** Shapes of what is sent, by field. */
  settings: Record<string, TSchema>
  secrets: Record<string, TSchema>
  /** The settings that say where secrets are sent. */
  addresses: readonly string[]
  /** What a provider needs: of each group of fields, one. */
  needs: (provider: string) => readonly (readonly string[])[]
  /** What else is wrong. */
  faults: (content: CredentialContent) => Complaint[]
}

const text = (maxLength: number, pattern?: string) =>
  Type.String({ minLength: 1, maxLength, ...(pattern && { pattern }) })
const secret = text(4096)
/** Part of a host's name. */
const label = text(64, '^[A-Za-z0-9-]+$')

const STORE = [['bucket'], ['accessKeyId'], ['secretAccessKey']]
const STORES: Record<string, readonly (readonly string[])[]> = {
  aws_s3: [...STORE, ['region']],
  google_cloud_storage: STORE,
  cloudflare_r2: [...STORE, ['endpoint'], ['cdnHost']],
  backblaze_b2: [...STORE, ['region', 'endpoint']],
  digitalocean_spaces: [...STORE, ['region', 'endpoint']],
  wasabi: [...STORE, ['region', 'endpoint']],
  minio: [...STORE, ['endpoint']],
  custom: [...STORE, ['endpoint']],
  azure: [['accountName'], ['containerName'], ['sasToken']],
}

export const storage: CredentialType = {
  kind: 'storage',
  providers: Object.keys(STORES),
  settings: {
    bucket: text(256),
    region: label,
    endpoint: text(2048),
    cdnHost: text(253, String.raw`^[A-Za-z0-9.-]+(:\d{1,5})?$`),
    forcePathStyle: Type.Boolean(),
    accountName: text(256),
    containerName: text(256),
  },
  secrets: { accessKeyId: secret, secretAccessKey: secret, sasToken: secret },
  addresses: ['endpoint', 'accountName'],
  needs: (provider) => STORES[provider]!,
  faults: ({ settings }) => addressFaults(settings, 'endpoint'),
}

const MODELS: Record<string, readonly (readonly string[])[]> = {
  'amazon-bedrock': [['awsRegion'], ['awsAccessKeyId'], ['awsSecretAccessKey']],
  'google-vertex': [['gcpProject'], ['gcpLocation'], ['gcpServiceAccountJson']],
  azure: [['apiKey'], ['azureResourceName', 'baseUrl']],
}

export const llm: CredentialType = {
  kind: 'llm',
  providers: optionOf('llm_provider').values!,
  settings: {
    model: text(256),
    prompt: text(65_536),
    systemPrompt: text(65_536),
    output: Type.Enum(['object', 'array', 'enum']),
    baseUrl: text(2048),
    azureResourceName: label,
    azureApiVersion: label,
    azureApiProtocol: Type.Enum(['openai', 'anthropic']),
    azureUseDeploymentUrls: Type.Boolean(),
    awsRegion: label,
    gcpProject: text(128, '^[A-Za-z0-9:.-]+$'),
    gcpLocation: label,
    maxTokens: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    temperature: Type.Number({ minimum: 0, maximum: 2 }),
    schema: Type.Record(Type.String(), Type.Unknown()),
  },
  secrets: {
    apiKey: secret,
    awsAccessKeyId: secret,
    awsSecretAccessKey: secret,
    awsSessionToken: secret,
    gcpServiceAccountJson: text(16_384),
  },
  addresses: ['baseUrl', 'azureResourceName'],
  needs: (provider) => MODELS[provider] ?? [['apiKey']],
  faults: ({ settings, secrets }) => [
    ...addressFaults(settings, 'baseUrl'),
    ...serviceAccountFaults(secrets.gcpServiceAccountJson),
  ],
}

/** It is shown to whoever may see the credential: nothing that may be secret belongs there. */
function addressFaults(settings: CredentialContent['settings'], field: string): Complaint[] {
  const address = settings[field] as string | undefined
  if (address === undefined) return []
  const url = URL.parse(address)
  const isPlain = url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search
  if (isPlain) return []
  const message = 'must be an address with http:// or https://, without user, password or query'
  return [{ path: `body.${field}`, message }]
}

function serviceAccountFaults(json: string | undefined): Complaint[] {
  if (json === undefined || isServiceAccount(json)) return []
  const message = 'must be the key file of a service account, with "client_email" and "private_key"'
  return [{ path: 'body.gcpServiceAccountJson', message }]
}

function isServiceAccount(json: string): boolean {
  try {
    const { client_email, private_key } = JSON.parse(json) as Record<string, unknown>
    return typeof client_email === 'string' && typeof private_key === 'string'
  } catch {
    return false
  }
}
