import { flag, int, oneOf, strictFlag, text } from '../kinds/index.ts'

const BUCKET = { needs: ['use_s3'] }
const ADDRESS = { maxBytes: 8192, secret: 'worker' } as const
const SECRET = { ...BUCKET, maxBytes: 4096, secret: 'worker' } as const

/** A place in storage: no way up, and nothing that a name cannot hold. */
export const PLACE = {
  maxBytes: 1024,
  pattern: String.raw`(?!(?:[^]*[/\\])?\.\.(?:[/\\]|$))[^\p{Cc}]*`,
  expects: 'a path of at most 1024 bytes without ".." in it',
  examples: ['renders/home-page'],
}

/** Where the file goes: a bucket of the project's, or one of the caller's. */
export const storageS3 = {
  use_s3: flag('Store the file in an S3 bucket.'),
  s3_key: text('Access key for this request.', SECRET),
  s3_secret: text('Secret key for this request.', SECRET),
  s3_bucket: text("Bucket, when it is not the project's.", { ...BUCKET, maxBytes: 256 }),
  s3_path: text('Folder and name of the file; its ending is added.', { ...BUCKET, ...PLACE }),
  s3_region: text('Region of the bucket.', { ...BUCKET, maxBytes: 64 }),
  s3_endpoint: text('Address of another storage that speaks S3.', { ...BUCKET, maxBytes: 8192 }),
  s3_force_path_style: flag("Name the bucket in the path; on for other storages than Amazon's when absent.", {
    ...BUCKET,
    default: undefined,
  }),
  s3_storageclass: oneOf(
    'Storage class of the file.',
    [
      'STANDARD',
      'REDUCED_REDUNDANCY',
      'STANDARD_IA',
      'ONEZONE_IA',
      'INTELLIGENT_TIERING',
      'GLACIER',
      'DEEP_ARCHIVE',
      'OUTPOSTS',
    ],
    { ...BUCKET, default: 'STANDARD' },
  ),
  s3_private_bucket: flag('Store the file so that only the owner of the bucket can read it.', BUCKET),
  s3_object_lock: strictFlag('The bucket locks its objects: send a checksum.', BUCKET),
  s3_part_size: int('Size of the parts that a large file is sent in; below 1024 it counts mebibytes.', {
    ...BUCKET,
    unit: 'bytes',
    minimum: 5,
    maximum: 1_073_741_824,
    default: 8_388_608,
  }),
  cdn_host: text("Host to name in the address of the file instead of the bucket's.", {
    maxBytes: 253,
    pattern: String.raw`[\p{L}\p{N}.\-]+(?::\d{1,5})?`,
    expects: 'the name of a host',
    examples: ['cdn.example.com'],
    needs: ['use_s3', 'use_azure'],
  }),
  s3_presigned_url: text('Address that the file is uploaded to with PUT; nothing is kept here.', ADDRESS),
  s3_presigned_url_html: text('Address that the file of save_html is uploaded to.', ADDRESS),
  s3_presigned_url_mhtml: text('Address that the file of save_mhtml is uploaded to.', ADDRESS),
  s3_presigned_url_markdown: text('Address that the file of save_markdown is uploaded to.', ADDRESS),
  s3_presigned_url_metadata: text('Address that the file of save_metadata is uploaded to.', ADDRESS),
  s3_presigned_url_resource_info: text(
    'Address that the file of save_resource_info is uploaded to.',
    ADDRESS,
  ),
  no_suffix: flag('Do not add an ending to the name of the file.', { needs: ['s3_path', 'azure_path'] }),
  no_upload: flag('Keep the file nowhere: it is only in the answer.'),
  secure_mode: flag('Keep nothing of this render in the service.'),
}
