import { RenderError } from '@render/errors'
import type { WorkerSecrets } from '@render/jobs'
import { MEBIBYTES_BELOW, type ResolvedOptions } from '@render/options'
import { AZURE, bucketFrom, withEndpoint, type BucketTarget } from '@render/storage'

/**
 * Returns the bucket that the files of a render go to; undefined without `use_s3`. Keys of the project go to the address of its
 * credential and nowhere else.
 * @throws {RenderError} `UploadFailedError` when the project's credential cannot be used.
 */
export function bucketTarget(
  options: ResolvedOptions,
  stored: WorkerSecrets['storage'],
): BucketTarget | undefined {
  if (!options.use_s3) return undefined
  const { s3_bucket: bucket, s3_region: region, s3_part_size: partSize, cdn_host } = options
  return {
    bucket: bucketFrom({
      ...keysOf(options, stored),
      bucket,
      region,
      forcePathStyle: options.s3_force_path_style,
    }),
    isPrivate: options.s3_private_bucket,
    storageClass: options.s3_storageclass,
    hasLock: options.s3_object_lock,
    partBytes: partSize < MEBIBYTES_BELOW ? partSize * 1024 ** 2 : partSize,
    ...(cdn_host !== undefined && { cdnHost: cdn_host }),
  }
}

function keysOf(
  { s3_key, s3_secret, s3_endpoint: endpoint }: ResolvedOptions,
  stored: WorkerSecrets['storage'],
): Pick<Parameters<typeof bucketFrom>[0], 'endpoint' | 'accessKeyId' | 'secretAccessKey'> {
  if (s3_key) return { endpoint, accessKeyId: s3_key, secretAccessKey: s3_secret }
  if (!stored || stored.provider === AZURE)
    throw RenderError.forOption(
      'use_s3',
      '"use_s3": the credential of the project cannot be read.',
      'UploadFailedError',
    )
  const { accessKeyId, secretAccessKey } = stored
  return { endpoint: withEndpoint(stored).endpoint, accessKeyId, secretAccessKey }
}
