// Where the files of a render go: the settings of the project's credential fill in what request and defaults leave out.
import { RenderError } from '@render/errors'
import type { Account, PublicCredential } from '@render/management-client'
import { mergeOptions, type GivenOptions, type OptionName, type ResolvedOptions } from '@render/options'
import { ACCOUNT_NAME, AZURE, azureCredential, isOfBucket, s3Credential, withEndpoint } from '@render/storage'
import { isSameAddress, settingsAsOptions } from './stored-credential.ts'

export interface StorageSettings {
  /** The project's defaults over the settings of its credential. */
  defaults: GivenOptions
  /** The credential whose secrets are used; undefined when request or defaults have keys of their own. */
  stored?: PublicCredential
}

/** A request that names one of these replaces that of the defaults. */
const DESTINATIONS = ['use_s3', 'use_azure', 's3_presigned_url', 'no_upload'] as const

/**
 * Fills in the settings of the project's credential where neither request nor defaults have any. `projectDefaults` lacks what
 * the request names, so an address in the request is compared with all defaults of the project.
 * @throws {RenderError} `InvalidOptions` for an address in the request that is not that of the stored keys.
 */
export function useStorageCredential(
  given: GivenOptions,
  projectDefaults: GivenOptions,
  { project }: Pick<Account, 'project'>,
): StorageSettings {
  const defaults = replaceDestination(given, projectDefaults)
  const own = mergeOptions(given, defaults)
  if (own.use_azure) return useContainer(given, defaults, project)
  if (!own.use_s3) return { defaults }
  const stored = project?.storage
  if (own.s3_key || own.s3_secret || !stored || stored.provider === AZURE) {
    const hasOwnKeys = given.s3_key && given.s3_secret
    if (!hasOwnKeys && (own.s3_key || own.s3_secret)) requireSameEndpoint(given, project?.defaults ?? {})
    return { defaults }
  }
  const settings = withEndpoint({ ...stored.settings, provider: stored.provider })
  const filled = settingsAsOptions(settings, s3Credential.options)
  requireSameEndpoint(own, filled)
  return { defaults: { ...filled, ...defaults }, stored }
}

/** Fills in the project's account and container, also beside a token in the request. */
function useContainer(
  given: GivenOptions,
  defaults: GivenOptions,
  project: Account['project'],
): StorageSettings {
  const stored = project?.storage?.provider === AZURE ? project.storage : undefined
  const filled = settingsAsOptions(stored?.settings ?? {}, azureCredential.options)
  const known = { ...filled, ...defaults }
  const { azure_sas_token, azure_account_name } = mergeOptions(given, known)
  const ofToken: GivenOptions = defaults.azure_sas_token ? { ...filled, ...project?.defaults } : filled
  const isOthers = stored !== undefined || defaults.azure_sas_token !== undefined
  if (isOthers && !given.azure_sas_token && azure_account_name !== ofToken.azure_account_name)
    throw RenderError.forOption(
      'azure_account_name',
      '"azure_account_name" cannot be changed for the project\'s stored token: omit it, or also send "azure_sas_token".',
    )
  return { defaults: known, ...(!azure_sas_token && stored && { stored }) }
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

function replaceDestination(given: GivenOptions, defaults: GivenOptions): GivenOptions {
  if (!DESTINATIONS.some((name) => given[name])) return defaults
  const others = new Set<string>(DESTINATIONS)
  return Object.fromEntries(Object.entries(defaults).filter(([name]) => !others.has(name)))
}

/** @throws {RenderError} `InvalidOptions` when `s3_endpoint` is not that of the stored keys, which are sent only there. */
function requireSameEndpoint({ s3_endpoint }: GivenOptions, known: GivenOptions): void {
  if (!s3_endpoint || isSameAddress(s3_endpoint, known.s3_endpoint)) return
  const option: OptionName = 's3_endpoint'
  const message = `"${option}" cannot be changed for the project's stored keys: omit it, or also send "s3_key" and "s3_secret".`
  throw RenderError.forOption(option, message)
}

function noBucket(message: string): RenderError {
  return RenderError.forOption('use_s3', message, 'NoS3BucketConfigured')
}
