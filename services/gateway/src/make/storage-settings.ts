// Where the files of a render go: the settings of the project's credential fill in what request and defaults leave out.
import { RenderError } from '@render/errors'
import type { UploadPlan } from '@render/jobs'
import type { Account, PublicCredential } from '@render/management-client'
import { mergeOptions, type GivenOptions, type OptionName, type ResolvedOptions } from '@render/options'
import { AZURE, objectKey, objectPath, s3Credential, withEndpoint } from '@render/storage'

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

/** Response types that contain the file. */
const WITH_FILE = new Set<ResolvedOptions['response_type']>(['binary', 'base64'])

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
  if (!own.use_s3) return { defaults }
  const stored = project?.storage
  if (own.s3_key || own.s3_secret || !stored || stored.provider === AZURE) {
    const hasOwnKeys = given.s3_key && given.s3_secret
    if (!hasOwnKeys && (own.s3_key || own.s3_secret)) requireSameEndpoint(given, defaults)
    return { defaults }
  }
  const settings = withEndpoint({ ...stored.settings, provider: stored.provider })
  const filled = Object.fromEntries(
    Object.entries(s3Credential.options).flatMap(([field, option]) =>
      field in settings ? [[option, settings[field as keyof typeof settings]]] : [],
    ),
  ) as GivenOptions
  requireSameEndpoint(own, filled)
  return { defaults: { ...filled, ...defaults }, stored }
}

/** @throws {RenderError} `NoS3BucketConfigured` without keys or bucket, `InvalidOptions` for half a key or a wrong bucket. */
export function requireStorageSettings(
  { use_s3, s3_key, s3_secret, s3_bucket }: ResolvedOptions,
  stored: PublicCredential | undefined,
): void {
  if (!use_s3) return
  if (!stored && Boolean(s3_key) !== Boolean(s3_secret))
    throw RenderError.forOption(s3_key ? 's3_secret' : 's3_key', '"s3_key" and "s3_secret" need each other.')
  if (!stored && !s3_key)
    throw noBucket(
      '"use_s3" needs "s3_key" and "s3_secret", in the request or in the credential of the project.',
    )
  if (!s3_bucket)
    throw noBucket('"use_s3" needs "s3_bucket", in the request or in the credential of the project.')
}

interface PlannedRender {
  options: ResolvedOptions
  projectId: string
  isAsync: boolean
  isLink: boolean
}

/**
 * Plans where in the caller's store the files go; undefined when they go to ours.
 * @throws {RenderError} `InvalidOptions` for a path that is too long.
 */
export function planUpload({ options, projectId, isAsync, isLink }: PlannedRender): UploadPlan | undefined {
  const { use_s3, s3_path = '', s3_private_bucket, response_type, format } = options
  if (!use_s3) return undefined
  const path = objectPath(s3_path, projectId)
  if (Buffer.byteLength(objectKey(path, { extension: format })) > MAX_KEY_BYTES) {
    const message = `"s3_path" must have at most ${MAX_KEY_BYTES} bytes with the name and ending that are added to it.`
    throw RenderError.forOption('s3_path', message)
  }
  // Results of links are cached for answers of every type.
  if (isLink) return { path, ...(!s3_private_bucket && { copy: 'kept' }) }
  return { path, ...(!isAsync && WITH_FILE.has(response_type) && { copy: 'brief' }) }
}

function replaceDestination(given: GivenOptions, defaults: GivenOptions): GivenOptions {
  if (!DESTINATIONS.some((name) => given[name])) return defaults
  const others = new Set<string>(DESTINATIONS)
  return Object.fromEntries(Object.entries(defaults).filter(([name]) => !others.has(name)))
}

/** Keys that the request does not contain go to no address that only it names. */
function requireSameEndpoint({ s3_endpoint }: GivenOptions, known: GivenOptions): void {
  if (!s3_endpoint || s3_endpoint === known.s3_endpoint) return
  if (known.s3_endpoint && URL.parse(known.s3_endpoint)?.href === s3_endpoint) return
  const option: OptionName = 's3_endpoint'
  const message = `"${option}" must be that of the project's credential, or come with "s3_key" and "s3_secret" of its own.`
  throw RenderError.forOption(option, message)
}

function noBucket(message: string): RenderError {
  return RenderError.forOption('use_s3', message, 'NoS3BucketConfigured')
}
