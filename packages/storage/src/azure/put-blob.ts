import type { Readable } from 'node:stream'
import type { BlockBlobClient } from '@azure/storage-blob'
import type { Part } from '../digest-body.ts'
import type { Content } from '../object-store/objects.ts'
import { withPart } from '../open-part.ts'
import { tryMsFor, withRetries, type RetryPolicy } from '../retries.ts'
import { UploadFailure } from '../upload-failure.ts'
import { withDeadline } from '../with-deadline.ts'

export interface BlobPut extends Content {
  blob: BlockBlobClient
  retryPolicy: RetryPolicy
}

/**
 * Writes a block blob, in blocks when its digest has several parts; blocks of one that fails are never seen, and Azure drops
 * them after a week. Every request has the MD5 of its bytes, so that Azure refuses others, and its answer must confirm them.
 */
export async function putBlob(put: BlobPut): Promise<void> {
  const { blob, digest, contentType } = put
  const headers = { blobHTTPHeaders: { blobContentType: contentType } }
  const [whole, ...others] = digest.parts
  if (others.length === 0)
    return sendPart(put, whole!, (bytes, sizeBytes, check) =>
      blob.upload(bytes, sizeBytes, { ...headers, ...check }),
    )
  const ids = digest.parts.map((_, at) => Buffer.from(String(at).padStart(6, '0')).toString('base64'))
  for (const [at, part] of digest.parts.entries())
    await sendPart(put, part, (bytes, sizeBytes, check) => blob.stageBlock(ids[at]!, bytes, sizeBytes, check))
  await limited(put, 0, (abortSignal) => blob.commitBlockList(ids, { ...headers, abortSignal }))
}

/** Options of a request by which Azure checks its bytes. */
interface Check {
  transactionalContentMD5: Buffer
  abortSignal: AbortSignal
}

async function sendPart(
  put: BlobPut,
  part: Part,
  send: (bytes: Buffer | Readable, sizeBytes: number, check: Check) => Promise<{ contentMD5?: Uint8Array }>,
): Promise<void> {
  const sizeBytes = part.end - part.start
  const transactionalContentMD5 = Buffer.from(part.md5, 'hex')
  const request = (abortSignal: AbortSignal) =>
    withPart(put.body, part, async (bytes) => {
      const { contentMD5 } = await send(bytes, sizeBytes, { transactionalContentMD5, abortSignal })
      if (contentMD5 && !transactionalContentMD5.equals(contentMD5))
        throw new UploadFailure('stored other bytes than it was sent', { isRetryable: true })
    })
  await limited(put, sizeBytes, request)
}

/** Makes a request, again if it fails for a reason that may pass; each try has a time limit. */
function limited<T>(
  { retryPolicy, signal }: BlobPut,
  sizeBytes: number,
  request: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limits = { timeoutMs: tryMsFor(retryPolicy, sizeBytes), signal }
  return withRetries(() => withDeadline('write', limits, request), retryPolicy, signal)
}
