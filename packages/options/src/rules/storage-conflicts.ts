import type { Conflict } from './conflict.ts'

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
    name: 'cdn_host that is in no address',
    options: ['cdn_host'],
    find: ({ cdn_host: host }) =>
      host === undefined || URL.canParse(`https://${host}`)
        ? undefined
        : `"cdn_host" must be the name of a host, with a port of at most 65535 if it has one, not "${host}".`,
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
]
