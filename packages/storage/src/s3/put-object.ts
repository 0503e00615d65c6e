import type { Readable } from 'node:stream'
import type { PutObjectCommand, PutObjectCommandInput, S3Client, UploadPartCommand } from '@aws-sdk/client-s3'
import type { Body } from '@render/outputs'
import { withPart } from '../open-part.ts'
import { tryMsFor, withRetries, type RetryPolicy } from '../retries.ts'
import { failureOf, UploadFailure } from '../upload-failure.ts'
import { requireTag } from './entity-tag.ts'
import type { BodyDigest, Part } from '../digest-body.ts'

export interface Put {
  client: S3Client
  object: Pick<PutObjectCommandInput, 'Bucket' | 'Key' | 'ContentType' | 'ACL' | 'StorageClass'>
  body: Body
  digest: BodyDigest
  /** Sends Content-MD5, which buckets with Object Lock require. */
  hasMd5?: boolean
  retryPolicy: RetryPolicy
  signal?: AbortSignal
}

/**
 * Writes an object, in several requests when its digest has several parts; nothing is left of one that fails. Every request
 * is signed with the hash of its bytes, so that the store refuses others, and its answer must confirm them.
 */
export async function putObject(put: Put): Promise<void> {
  const { client, object, digest, retryPolicy, signal } = put
  const s3 = await import('@aws-sdk/client-s3')
  const [first, ...others] = digest.parts
  if (others.length > 0)
    return putInParts(put).catch((error: unknown) => {
      if (!(error instanceof CompletionLost)) throw error
      return putInParts(put)
    })
  const putWhole = () =>
    withContent(put, first!, async (content) => {
      const command = new s3.PutObjectCommand({ ...object, ...content })
      signPayload(command, first!)
      requireTag(await client.send(command, limitsOf(put, first)), first!)
    })
  await withRetries(putWhole, retryPolicy, signal)
}

/**
 * Thrown when a store does not know an upload at a further try to complete it. An earlier try may have completed it and lost its
 * answer, because stores may forget completed uploads.
 */
class CompletionLost extends UploadFailure {
  constructor() {
    super('forgot an upload', { isRetryable: true })
  }
}

async function putInParts(put: Put): Promise<void> {
  const { client, object, digest, retryPolicy, signal } = put
  const { Bucket, Key } = object
  const s3 = await import('@aws-sdk/client-s3')
  const { UploadId } = await withRetries(
    () => client.send(new s3.CreateMultipartUploadCommand(object), limitsOf(put)),
    retryPolicy,
    signal,
  )
  const upload = { Bucket, Key, UploadId }
  const putPart = (part: Part, PartNumber: number) =>
    withContent(put, part, async (content) => {
      const command = new s3.UploadPartCommand({ ...upload, PartNumber, ...content })
      signPayload(command, part)
      return { PartNumber, ETag: requireTag(await client.send(command, limitsOf(put, part)), part) }
    })
  try {
    const Parts = []
    for (const [at, part] of digest.parts.entries())
      Parts.push(await withRetries(() => putPart(part, at + 1), retryPolicy, signal))
    const whole = { ...upload, MultipartUpload: { Parts } }
    let tries = 0
    const complete = async () => {
      tries += 1
      await client.send(new s3.CompleteMultipartUploadCommand(whole), limitsOf(put))
    }
    await withRetries(complete, retryPolicy, signal).catch((error: unknown) => {
      throw tries > 1 && failureOf(error).code === 'NoSuchUpload' ? new CompletionLost() : error
    })
  } catch (error) {
    // Parts of an upload that is neither completed nor aborted are stored, and paid for, for ever.
    const limits = limitsOf({ retryPolicy })
    const aborting = client.send(new s3.AbortMultipartUploadCommand(upload), limits).catch(() => undefined)
    // A render that was stopped does not wait for a store that may hang.
    if (!signal?.aborted) await aborting
    throw error
  }
}

/** Returns the limits of a request that sends a part, or nothing. */
function limitsOf({ retryPolicy, signal }: Pick<Put, 'retryPolicy' | 'signal'>, part = { start: 0, end: 0 }) {
  return { abortSignal: signal, requestTimeout: tryMsFor(retryPolicy, part.end - part.start) }
}

interface Content {
  Body: Buffer | Readable
  ContentLength: number
  ContentMD5?: string
}

function withContent<T>(
  { body, hasMd5 }: Put,
  part: Part,
  send: (content: Content) => Promise<T>,
): Promise<T> {
  const ContentMD5 = hasMd5 ? Buffer.from(part.md5, 'hex').toString('base64') : undefined
  return withPart(body, part, (Body) =>
    send({ Body, ContentLength: part.end - part.start, ...(ContentMD5 && { ContentMD5 }) }),
  )
}

/** Signs the hash of the bytes: the library would sign none for a stream. */
function signPayload({ middlewareStack }: PutObjectCommand | UploadPartCommand, { sha256 }: Part): void {
  const stack = middlewareStack as S3Client['middlewareStack']
  stack.add(
    (next) => (args) => {
      const { headers } = args.request as { headers: Record<string, string> }
      headers['x-amz-content-sha256'] = sha256
      return next(args)
    },
    { step: 'build', name: 'sign payload' },
  )
}
