import { UploadFailure } from '../upload-failure.ts'

interface Confirmation {
  ETag?: string
  ServerSideEncryption?: string
  SSECustomerAlgorithm?: string
}

/**
 * Returns the entity tag of stored bytes. It is their MD5, unless the store has encrypted them with a managed key.
 * @throws {UploadFailure} when the store confirms other bytes.
 */
export function requireTag(
  { ETag, ServerSideEncryption, SSECustomerAlgorithm }: Confirmation,
  { md5 }: { md5: string },
): string | undefined {
  const isMd5 = !ServerSideEncryption?.startsWith('aws:kms') && !SSECustomerAlgorithm
  const [, tag] = /^"?([\da-f]{32})"?$/i.exec(ETag ?? '') ?? []
  if (isMd5 && tag && tag.toLowerCase() !== md5)
    throw new UploadFailure('stored other bytes than it was sent', { isRetryable: true })
  return ETag
}
