import type { Conflict } from './conflict.ts'

/** Response types that contain the file. */
const SENT = new Set(['binary', 'base64'])

/** Smaller values of `s3_part_size` are in mebibytes. */
export const MEBIBYTES_BELOW = 1024
const MINIMUM_PART_BYTES = 5 * 1024 ** 2

export const storageConflicts: Conflict[] = [
  {
    name: 's3_part_size below the minimum of S3',
    options: ['s3_part_size'],
    find: ({ s3_part_size: size = MINIMUM_PART_BYTES }) =>
      size >= MEBIBYTES_BELOW && size < MINIMUM_PART_BYTES
        ? `"s3_part_size" must be 5 to 1023 mebibytes, or at least ${MINIMUM_PART_BYTES} bytes, not ${size}.`
        : undefined,
  },
  {
    name: 'use_s3 and use_azure',
    options: ['use_azure', 'use_s3'],
    code: 'ConflictingStorageOptionsError',
    find: ({ use_s3, use_azure }) =>
      use_s3 && use_azure ? '"use_s3" and "use_azure" cannot both be set.' : undefined,
  },
  {
    name: 's3_presigned_url and a storage',
    options: ['s3_presigned_url', 'use_s3', 'use_azure'],
    code: 'ConflictingStorageOptionsError',
    find({ s3_presigned_url, use_s3, use_azure }) {
      if (!s3_presigned_url || !(use_s3 || use_azure)) return undefined
      return `"s3_presigned_url" and "${use_s3 ? 'use_s3' : 'use_azure'}" cannot both be set.`
    },
  },
  {
    name: 'no_upload with a response without the file',
    options: ['no_upload', 'response_type'],
    find: ({ no_upload, response_type = 'json' }) =>
      no_upload && !SENT.has(response_type)
        ? `"no_upload" needs a "response_type" of binary or base64, not ${response_type}.`
        : undefined,
  },
  {
    name: 'no_upload and a storage',
    options: ['no_upload', 'use_s3', 'use_azure', 's3_presigned_url'],
    code: 'ConflictingStorageOptionsError',
    find({ no_upload, ...values }) {
      const store = (['use_s3', 'use_azure', 's3_presigned_url'] as const).find((name) => values[name])
      return no_upload && store ? `"no_upload" and "${store}" cannot both be set.` : undefined
    },
  },
  {
    name: 'secure_mode with a file stored by the service',
    options: ['secure_mode', 'use_s3', 'use_azure', 's3_presigned_url', 'response_type'],
    find: ({ secure_mode, use_s3, use_azure, s3_presigned_url, response_type = 'json' }) =>
      secure_mode && !use_s3 && !use_azure && !s3_presigned_url && !SENT.has(response_type)
        ? '"secure_mode" needs "use_s3", "use_azure", "s3_presigned_url", or a "response_type" of binary or base64.'
        : undefined,
  },
]
