// Where the files of a render go: the settings of the project's credential fill in what request and defaults leave out.
import { RenderError } from '@render/errors'
import type { UploadPlan } from '@render/jobs'
import type { Account, PublicCredential } from '@render/management-client'
import {
  mergeOptions,
  RESPONSE_TYPES_WITH_FILE,
  type GivenOptions,
  type OptionName,
  type ResolvedOptions,
} from '@render/options'
import {
  ACCOUNT_NAME,
  AZURE,
  azureCredential,
  isOfBucket,
  objectKey,
  objectPath,
  s3Credential,
  withEndpoint,
} from '@render/storage'

export interface StorageSettings {
  /** The project's defaults over the settings of its credential. */
  defaults: GivenOptions
  /** The credential whose secrets are used; undefined when request or defaults have keys of their own. */
  stored?: PublicCredential
}

/** A request that names one of these replaces that of the defaults. */
const DESTINATIONS = ['use_s3', 'use_azure', 's3_presigned_url', 'no_upload'] as const

/** The longest key of an object. */
const MAX_KEY_BYTES = 1024

/**
 * Fills in the settings of the project's credential where neither request nor defaults have any.
 * @throws {RenderError} `InvalidOptions` for an address in the request that is not that of the stored keys.
 */
export function useStorageCredential(
  given: GivenOptions,
  projectDefaults: GivenOptions,
  { project }: Pick<Account, 'project'>,
): StorageSettings {
  const defaults = replaceDestination(given, projectDefaults)
  const own = mergeOptions(given, defaults)
  if (own.use_azure) return useContainer(given, defaults, project?.storage)
  if (!own.use_s3) return { defaults }
  const stored = project?.storage
  if (own.s3_key || own.s3_secret || !stored || stored.provider === AZURE) {
    const hasOwnKeys = given.s3_key && given.s3_secret
    if (!hasOwnKeys && (own.s3_key || own.s3_secret)) requireSameEndpoint(given, defaults)
    return { defaults }
  }
  const settings = withEndpoint({ ...stored.settings, provider: stored.provider })
  const filled = optionsOf(settings, s3Credential)
  requireSameEndpoint(own, filled)
  return { defaults: { ...filled, ...defaults }, stored }
}

/** Fills in the project's account and container, also beside a token in the request. */
function useContainer(
  given: GivenOptions,
  defaults: GivenOptions,
  credential: PublicCredential | undefined,
): StorageSettings {
  const stored = credential?.provider === AZURE ? credential : undefined
  const known = { ...(stored && optionsOf(stored.settings, azureCredential)), ...defaults }
  const { azure_sas_token, azure_account_name } = mergeOptions(given, known)
  const ofToken = defaults.azure_sas_token ? known : optionsOf(stored?.settings ?? {}, azureCredential)
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

interface PlannedRender {
  options: ResolvedOptions
  projectId: string
  isAsync: boolean
  isLink: boolean
}

/**
 * Returns how a main file that is not kept in our store is delivered; undefined for any other file.
 * @throws {RenderError} `InvalidOptions` for a file that nobody would get, and for a path that is too long.
 */
export function planUpload(render: PlannedRender): UploadPlan | undefined {
  const { options, projectId, isAsync } = render
  const { use_s3, use_azure, s3_presigned_url, no_upload, secure_mode } = options
  const hasPath = use_s3 || use_azure
  const isUploaded = hasPath || Boolean(s3_presigned_url)
  if (!isUploaded && !no_upload && !secure_mode) return undefined
  if (!isUploaded && isAsync) throw neverSent(no_upload ? 'no_upload' : 'secure_mode')
  const copy = copyOf(render, isUploaded)
  return { ...(hasPath && { path: pathOf(options, projectId) }), ...(copy && { copy }) }
}

/** Returns what our store keeps for the answer. */
function copyOf({ options, isAsync, isLink }: PlannedRender, isUploaded: boolean): UploadPlan['copy'] {
  const { use_s3, s3_private_bucket, no_upload, secure_mode, response_type } = options
  const keepsNothing = no_upload || secure_mode
  // Such a link answers with the address of the file.
  if (isLink && isUploaded && (secure_mode || (use_s3 && s3_private_bucket))) return undefined
  // Results of other links are cached for answers of every type.
  if (isLink && !keepsNothing) return 'kept'
  if (isAsync || !RESPONSE_TYPES_WITH_FILE.has(response_type)) return undefined
  return keepsNothing ? 'once' : 'brief'
}

/** Returns the path of the main file in a bucket or container. */
function pathOf({ use_s3, format, ...options }: ResolvedOptions, projectId: string): string {
  const option = use_s3 ? 's3_path' : 'azure_path'
  const path = objectPath(options[option] ?? '', projectId)
  if (Buffer.byteLength(objectKey(path, { extension: format })) <= MAX_KEY_BYTES) return path
  const message = `"${option}" is too long: with the file name and extension that are added it must have at most ${MAX_KEY_BYTES} bytes.`
  throw RenderError.forOption(option, message)
}

function replaceDestination(given: GivenOptions, defaults: GivenOptions): GivenOptions {
  if (!DESTINATIONS.some((name) => given[name])) return defaults
  const others = new Set<string>(DESTINATIONS)
  return Object.fromEntries(Object.entries(defaults).filter(([name]) => !others.has(name)))
}

/** Throws when `s3_endpoint` is not that of the stored keys, which are only sent to their own endpoint. */
function requireSameEndpoint({ s3_endpoint }: GivenOptions, known: GivenOptions): void {
  if (!s3_endpoint || s3_endpoint === known.s3_endpoint) return
  if (known.s3_endpoint && URL.parse(known.s3_endpoint)?.href === s3_endpoint) return
  const option: OptionName = 's3_endpoint'
  const message = `"${option}" cannot be changed for the project's stored keys: omit it, or also send "s3_key" and "s3_secret".`
  throw RenderError.forOption(option, message)
}

/** Returns the settings of a credential as options. */
function optionsOf(
  settings: Record<string, unknown>,
  { options }: { options: Partial<Record<string, OptionName>> },
): GivenOptions {
  return Object.fromEntries(
    Object.entries(options).flatMap(([field, option]) =>
      field in settings ? [[option, settings[field]]] : [],
    ),
  ) as GivenOptions
}

function neverSent(option: 'no_upload' | 'secure_mode'): RenderError {
  const advice = {
    no_upload: 'use POST /v1/render/sync or a render link',
    secure_mode: 'add "use_s3", "use_azure" or "s3_presigned_url"',
  }[option]
  const message = `"${option}" is not valid for an asynchronous render, because its file would not be kept: ${advice}.`
  return RenderError.forOption(option, message)
}

function noBucket(message: string): RenderError {
  return RenderError.forOption('use_s3', message, 'NoS3BucketConfigured')
}
