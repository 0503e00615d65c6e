// The two kinds of credentials: their fields, which of these are secret, and what each provider requires.
import { requiredFields } from '@render/llm'
import type { Egress } from '@render/net'
import { isServiceAccountKey, optionOf } from '@render/options'
import { ACCOUNT_NAME, AZURE, isOfBucket, storageProviders } from '@render/storage'
import { Type, type TSchema } from 'typebox'
import type { FieldError } from '../api/api-error.ts'
import type { CredentialKind } from '../generated/client.ts'
import type { CredentialContent } from './credentials.ts'

export interface CredentialType {
  kind: CredentialKind
  /** Part of the endpoints' ids. */
  noun: string
  /** Field of the list in its answer. */
  list: string
  /** Path below the organisation. */
  path: string
  /** Display name. */
  label: string
  providers: readonly string[]
  /** Schemas of the fields that are returned. */
  settings: Record<string, TSchema>
  /** Schemas of the fields that are stored encrypted. */
  secrets: Record<string, TSchema>
  /** Other names of secret fields, with which published clients send and read them. */
  aliases?: Readonly<Record<string, string>>
  /** The values of `type`, which published clients send beside or instead of a provider and read, with the provider that each stands for. */
  types?: Readonly<Record<string, string | undefined>>
  /** The settings that decide where secrets are sent. */
  addresses: readonly string[]
  /** True when a credential may be stored without fields that its provider requires: it is then only refused in use. */
  mayBeIncomplete?: true
  /** Groups of fields that a provider requires; one field of each group is enough. */
  required: (provider: string) => readonly (readonly string[])[]
  /** Checks what a schema cannot express; `isAllowed` returns whether the operator allows a host. */
  validate: (content: CredentialContent, isAllowed: Egress['isAllowed']) => FieldError[]
}

const text = (maxLength: number, pattern?: string) =>
  Type.String({ minLength: 1, maxLength, ...(pattern && { pattern }) })
const secret = text(4096)
const MAX_TEXT_BYTES = 65_536
/** One label of a host name. */
const label = text(64, '^[A-Za-z0-9-]+$')

export const storage: CredentialType = {
  kind: 'storage',
  noun: 'StorageCredential',
  list: 'storageCredentials',
  path: 'storage-credentials',
  label: 'object store credential',
  providers: Object.keys(storageProviders),
  settings: {
    bucket: text(256),
    region: label,
    endpoint: text(2048),
    cdnHost: text(253, String.raw`^[A-Za-z0-9.-]+(:\d{1,5})?$`),
    forcePathStyle: Type.Boolean(),
    privateBucket: Type.Boolean({ description: 'Default of `s3_private_bucket`.' }),
    objectLock: Type.Boolean({ description: 'Default of `s3_object_lock`.' }),
    accountName: text(24, ACCOUNT_NAME),
    containerName: text(256),
  },
  secrets: { accessKeyId: secret, secretAccessKey: secret, sasToken: secret },
  aliases: { key: 'accessKeyId', secret: 'secretAccessKey' },
  types: { s3: undefined, azure: AZURE },
  addresses: ['endpoint', 'accountName'],
  required: (provider) => storageProviders[provider]!.required,
  validate: ({ settings }, isAllowed) => [
    ...validateAddress(settings, 'endpoint', isAllowed),
    ...validateBucketIn(settings),
  ],
}

export const llm: CredentialType = {
  kind: 'llm',
  noun: 'LlmCredential',
  list: 'llmCredentials',
  path: 'llm-credentials',
  label: 'language model credential',
  providers: optionOf('llm_provider').values!,
  settings: {
    model: text(256),
    prompt: text(MAX_TEXT_BYTES),
    systemPrompt: text(MAX_TEXT_BYTES),
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
  mayBeIncomplete: true,
  required: requiredFields,
  validate: ({ settings, secrets }, isAllowed) => [
    ...['prompt', 'systemPrompt', 'schema'].flatMap((field) => validateBytes(settings, field)),
    ...validateAddress(settings, 'baseUrl', isAllowed),
    ...validateServiceAccount(secrets.gcpServiceAccountJson),
  ],
}

/** The options that these fields stand for have the same limit. */
function validateBytes(settings: CredentialContent['settings'], field: string): FieldError[] {
  const value = settings[field] ?? ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (Buffer.byteLength(text) <= MAX_TEXT_BYTES) return []
  return [{ path: `body.${field}`, message: `must be at most ${MAX_TEXT_BYTES} bytes` }]
}

/**
 * Addresses are returned to every reader of the credential, so they must not contain secrets. Only hosts that the operator
 * allowed get secrets without TLS.
 */
function validateAddress(
  settings: CredentialContent['settings'],
  field: string,
  isAllowed: Egress['isAllowed'],
): FieldError[] {
  const address = settings[field] as string | undefined
  if (address === undefined) return []
  const url = URL.parse(address)
  const isPlain = url && !url.username && !url.password && !url.search && !url.hash
  if (isPlain && (url.protocol === 'https:' || (url.protocol === 'http:' && isAllowed(url)))) return []
  const message =
    'must be an https:// URL without user, password, query or fragment; http:// needs a host that the operator allows'
  return [{ path: `body.${field}`, message }]
}

/** Consoles show endpoints with the bucket, which would be in the addresses of objects twice. */
function validateBucketIn({ endpoint, bucket }: CredentialContent['settings']): FieldError[] {
  if (isOfBucket(endpoint as string, (bucket ?? '') as string))
    return [{ path: 'body.endpoint', message: 'must not begin with the bucket, which is a field of its own' }]
  const last = URL.parse(endpoint as string)
    ?.pathname.split('/')
    .findLast(Boolean)
  if (last === undefined || last !== bucket) return []
  return [{ path: 'body.endpoint', message: 'must not end with the bucket, which is a field of its own' }]
}

function validateServiceAccount(json: string | undefined): FieldError[] {
  if (json === undefined || isServiceAccountKey(json)) return []
  const message = 'must be the JSON key file of a service account, with "client_email" and "private_key"'
  return [{ path: 'body.gcpServiceAccountJson', message }]
}
