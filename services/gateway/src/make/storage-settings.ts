// Where the files of a render go: the settings of the project's credential fill in what request and defaults leave out.
import { RenderError } from '@render/errors'
import type { Account, PublicCredential } from '@render/management-client'
import { mergeOptions, type GivenOptions, type ResolvedOptions } from '@render/options'
import { ACCOUNT_NAME, AZURE, azureCredential, isOfBucket, s3Credential, withEndpoint } from '@render/storage'
import { foreignAddress, otherAddress, settingsAsOptions } from './stored-credential.ts'

export interface StorageSettings {
  /** The project's defaults over the settings of its credential. */
  defaults: GivenOptions
  /** The credential whose secrets are used; undefined when request or defaults have keys of their own. */
  stored?: PublicCredential
}

/** A request that names one of these replaces that of the defaults. */
const DESTINATIONS = ['use_s3', 'use_azure', 's3_presigned_url', 'no_upload'] as const

/**
 * Fills in the settings of the project's credential where neither request nor defaults have any.
 * @throws {RenderError} `InvalidOptions` for an address in the request that is not that of the stored keys.
 */
export function useStorageCredential(
  request: GivenOptions,
  projectDefaults: GivenOptions,
  { project }: Pick<Account, 'project'>,
): StorageSettings {
  const defaults = replaceDestination(request, projectDefaults)
  const requestOverDefaults = mergeOptions(request, defaults)
  const { use_azure, use_s3, s3_key, s3_secret } = requestOverDefaults
  if (use_azure) return useContainer(request, defaults, project)
  if (!use_s3) return { defaults }
  const stored = project?.storage
  if (s3_key || s3_secret || !stored || stored.provider === AZURE) {
    const hasDefaultKeys = (s3_key || s3_secret) && !(request.s3_key && request.s3_secret)
    if (hasDefaultKeys) requireSameEndpoint(request, project?.defaults ?? {})
    return { defaults }
  }
  const settings = withEndpoint({ ...stored.settings, provider: stored.provider })
  const fromCredential = settingsAsOptions(settings, s3Credential.options)
  requireSameEndpoint(requestOverDefaults, fromCredential)
  return { defaults: { ...fromCredential, ...defaults }, stored }
}

/** Fills in the project's account and container, also beside a token in the request. */
function useContainer(
  request: GivenOptions,
  defaults: GivenOptions,
  project: Account['project'],
): StorageSettings {
  const stored = project?.storage?.provider === AZURE ? project.storage : undefined
  const fromCredential = settingsAsOptions(stored?.settings ?? {}, azureCredential.options)
  const defaultsOverCredential = { ...fromCredential, ...defaults }
  const options = mergeOptions(request, defaultsOverCredential)
  const storedWith = { ...fromCredential, ...(defaults.azure_sas_token && project?.defaults) }
  const isStored = stored !== undefined || defaults.azure_sas_token !== undefined
  const option = otherAddress(options, storedWith, ['azure_account_name'])
  if (isStored && !request.azure_sas_token && option)
    throw foreignAddress(option, 'stored token', '"azure_sas_token"')
  return { defaults: defaultsOverCredential, ...(!options.azure_sas_token && stored && { stored }) }
}

/** @throws {RenderError} `NoS3BucketConfigured` without keys or bucket, `InvalidOptions` when something else is missing. */
export function requireStorageSettings(options: ResolvedOptions, stored: PublicCredential | undefined): void {
  if (options.use_azure) requireContainer(options, stored)
  const { use_s3, s3_key, s3_secret, s3_bucket, s3_endpoint } = options
  if (!use_s3) return
  if (!stored && Boolean(s3_key) !== Boolean(s3_secret))
    throw RenderError.forOption(
      s3_key ? 's3_secret' : 's3_key',
      '"s3_key" and "s3_secret" must be sent together.',
    )
  if (!stored && !s3_key)
    throw noBucket(
      '"use_s3" needs "s3_key" and "s3_secret", in the request or in the credential of the project.',
    )
  if (!s3_bucket)
    throw noBucket('"use_s3" needs "s3_bucket", in the request or in the credential of the project.')
  // Those of credentials were checked when these were stored.
  if (!stored && s3_endpoint && isOfBucket(s3_endpoint, s3_bucket))
    throw RenderError.forOption(
      's3_endpoint',
      '"s3_endpoint" must not begin with the bucket: "s3_bucket" names it.',
    )
}

function requireContainer(options: ResolvedOptions, stored: PublicCredential | undefined): void {
  const missing = (['azure_account_name', 'azure_container_name', 'azure_sas_token'] as const).find(
    (name) => !options[name] && !(stored && name === 'azure_sas_token'),
  )
  if (missing)
    throw RenderError.forOption(
      missing,
      `"use_azure" needs "${missing}", in the request or in the credential of the project.`,
    )
  // The name becomes part of the host; that of a credential has not been checked yet.
  if (!new RegExp(ACCOUNT_NAME).test(options.azure_account_name!))
    throw RenderError.forOption(
      'azure_account_name',
      '"azure_account_name" of the project\'s credential must be 3 to 24 lower-case letters and digits.',
    )
}

function replaceDestination(request: GivenOptions, defaults: GivenOptions): GivenOptions {
  if (!DESTINATIONS.some((name) => request[name])) return defaults
  const others = new Set<string>(DESTINATIONS)
  return Object.fromEntries(Object.entries(defaults).filter(([name]) => !others.has(name)))
}

/** @throws {RenderError} `InvalidOptions` when the endpoint is not that of the stored keys, which are sent only there. */
function requireSameEndpoint({ s3_endpoint }: GivenOptions, storedWith: GivenOptions): void {
  const option = s3_endpoint && otherAddress({ s3_endpoint }, storedWith, ['s3_endpoint'])
  if (option) throw foreignAddress(option, 'stored keys', '"s3_key" and "s3_secret"')
}

function noBucket(message: string): RenderError {
  return RenderError.forOption('use_s3', message, 'NoS3BucketConfigured')
}
