import { flag, int, oneOf, strictFlag, text } from '../../kinds/index.ts'

/** The file that applies most of these options. */
const owner = 'services/render-worker/src/store-outputs/bucket-target.ts'
const BUCKET = { needs: ['use_s3'], owner }
const PRESIGNED = { maxBytes: 8192, secret: 'worker', address: 'upload', isCredential: true } as const
const SECRET = { ...BUCKET, maxBytes: 4096, secret: 'worker', isCredential: true } as const

/** A path in a storage; its segments are names. */
export const PLACE = {
  maxBytes: 1024,
  pattern: String.raw`(?!(?:[^]*/)?\.\.?(?:/|$))[^\p{Cc}\\]*`,
  expects:
    'a path of at most 1024 bytes without the segments "." and "..", backslashes and control characters',
  examples: ['renders/home-page'],
}

/** The address of a side file, which it sets as well. */
const addressOf = (file: string) =>
  text(`Presigned URL to upload the file of ${file} to with PUT; sets ${file}.`, {
    ...PRESIGNED,
    needs: [file],
    owner: 'packages/outputs/src/side-files.ts',
  })

/** Options for storing the file in S3. */
export const storageS3 = {
  use_s3: flag('Store the file in an S3 bucket.', { owner }),
  s3_key: text('Access key ID for this request.', SECRET),
  s3_secret: text('Secret access key for this request.', SECRET),
  s3_bucket: text('Bucket. Default: the bucket of the project.', {
    ...BUCKET,
    maxBytes: 63,
    pattern: String.raw`(?!\d{1,3}(?:\.\d{1,3}){3}$)(?!.*\.\.)[a-z0-9][a-z0-9.\-]{1,61}[a-z0-9]`,
    expects: 'the name of a bucket: 3 to 63 lower-case letters, digits, dots and hyphens',
    examples: ['my-renders'],
  }),
  s3_path: text('Path of the file in the storage; the extension is added.', {
    ...BUCKET,
    ...PLACE,
    owner: 'services/gateway/src/make/plan-upload.ts',
  }),
  s3_region: text(
    'Region of the bucket. Default: that of the project, that in the host of a known provider, or us-east-1.',
    {
      ...BUCKET,
      maxBytes: 64,
      pattern: '[A-Za-z0-9\\-]+',
      expects: 'the name of a region',
      examples: ['eu-central-1'],
    },
  ),
  s3_endpoint: text('Endpoint of another S3-compatible storage, with https://; it needs keys of its own.', {
    ...BUCKET,
    maxBytes: 8192,
    isPrivate: true,
    address: 'store',
  }),
  s3_force_path_style: flag("Use path-style addresses. Default: true for storages other than Amazon's.", {
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
  s3_private_bucket: flag('Store the file as private: only the owner of the bucket can read it.', BUCKET),
  s3_object_lock: strictFlag(
    'Send a checksum with each upload, as a bucket with Object Lock requires.',
    BUCKET,
  ),
  s3_part_size: int('Part size of multipart uploads; values below 1024 are in mebibytes.', {
    ...BUCKET,
    unit: 'bytes',
    minimum: 5,
    maximum: 1_073_741_824,
    default: 8_388_608,
  }),
  cdn_host: text("Host in the address of the file instead of the bucket's.", {
    maxBytes: 253,
    pattern: String.raw`[\p{L}\p{N}.\-]+(?::\d{1,5})?`,
    expects: 'the name of a host',
    examples: ['cdn.example.com'],
    needs: ['use_s3', 'use_azure'],
    owner,
  }),
  s3_presigned_url: text('Presigned URL to upload the file to with PUT; the service does not keep it.', {
    ...PRESIGNED,
    owner: 'services/render-worker/src/store-outputs/destinations.ts',
  }),
  s3_presigned_url_html: addressOf('save_html'),
  s3_presigned_url_mhtml: addressOf('save_mhtml'),
  s3_presigned_url_markdown: addressOf('save_markdown'),
  s3_presigned_url_metadata: addressOf('save_metadata'),
  s3_presigned_url_resource_info: addressOf('save_resource_info'),
  no_suffix: flag('Do not add an extension to the file name.', {
    needs: ['s3_path', 'azure_path'],
    owner: 'services/render-worker/src/store-outputs/caller-store.ts',
  }),
  no_upload: flag('Do not keep the file: it is only in the response, which must be binary or base64.', {
    owner: 'services/render-worker/src/store-outputs/destinations.ts',
  }),
  secure_mode: flag(
    'Keep nothing of this render but its id, times, status and size. It needs a storage, or an answer with the file.',
    { owner: 'services/gateway/src/make/prepare-render.ts' },
  ),
}
