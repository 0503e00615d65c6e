// Destination of a main file that is not kept in our store.
import { RenderError } from '@render/errors'
import type { UploadTarget } from '@render/jobs'
import { RESPONSE_TYPES_WITH_FILE, type ResolvedOptions } from '@render/options'
import { objectKey, objectPath } from '@render/storage'

/** The longest key of an object. */
const MAX_KEY_BYTES = 1024

interface PlannedRender {
  options: ResolvedOptions
  projectId: string
  isAsync: boolean
  isLink: boolean
}

/**
 * Returns the destination of a main file that is not kept in our store; undefined for any other file.
 * @throws {RenderError} `InvalidOptions` for a file that nobody would get, and for a path that is too long.
 */
export function planUpload(render: PlannedRender): UploadTarget | undefined {
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
function copyOf({ options, isAsync, isLink }: PlannedRender, isUploaded: boolean): UploadTarget['copy'] {
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

function neverSent(option: 'no_upload' | 'secure_mode'): RenderError {
  const advice = {
    no_upload: 'use POST /v1/render/sync or a render link',
    secure_mode: 'add "use_s3", "use_azure" or "s3_presigned_url"',
  }[option]
  const message = `"${option}" is not valid for an asynchronous render, because its file would not be kept: ${advice}.`
  return RenderError.forOption(option, message)
}
