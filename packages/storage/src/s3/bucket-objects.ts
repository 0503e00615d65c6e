import type { Readable } from 'node:stream'
import type { HeadObjectCommandOutput, S3Client } from '@aws-sdk/client-s3'
import type { StoredArtefact } from '../artefact-store.ts'
import { lazily } from '../lazily.ts'
import type { ObjectPart, Objects } from '../object-store/objects.ts'
import { defaultRetryPolicy } from '../retries.ts'
import { failureOf, refused } from '../upload-failure.ts'
import { openBucket, type Bucket } from './bucket.ts'
import { putObject } from './put-object.ts'

/** Opens the objects of the operator's bucket, which is reached directly and not within the egress policy. */
export function bucketObjects(bucket: Bucket, retryPolicy = defaultRetryPolicy): Objects {
  const { name: Bucket } = bucket
  let client: S3Client | undefined
  const open = lazily(async () => {
    // A connection is held as long as a client reads a file.
    const agent = { maxSockets: Infinity }
    client = await openBucket(bucket, {
      connectionTimeout: retryPolicy.tryMs,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    })
    return { client, s3: await import('@aws-sdk/client-s3') }
  })

  return {
    async put(Key, { body, digest, contentType, signal }) {
      const { client } = await open()
      await putObject({
        client,
        object: { Bucket, Key, ContentType: contentType },
        body,
        digest,
        retryPolicy,
        signal,
      })
    },

    async head(Key, abortSignal) {
      const { client, s3 } = await open()
      return factsOf(await client.send(new s3.HeadObjectCommand({ Bucket, Key }), { abortSignal }))
    },

    async get(Key, part, abortSignal) {
      const { client, s3 } = await open()
      const command = new s3.GetObjectCommand({ Bucket, Key, Range: rangeOf(part), IfMatch: part.etag })
      const { Body, ...found } = await client.send(command, { abortSignal })
      return { ...factsOf(found), bytes: Body as Readable }
    },

    async delete(Key, abortSignal) {
      const { client, s3 } = await open()
      await client.send(new s3.DeleteObjectCommand({ Bucket, Key }), { abortSignal })
    },

    async list(Prefix, ContinuationToken, abortSignal) {
      const { client, s3 } = await open()
      const command = new s3.ListObjectsV2Command({ Bucket, Prefix, ContinuationToken })
      const { Contents = [], NextContinuationToken: next } = await client.send(command, { abortSignal })
      return { names: Contents.map(({ Key }) => Key!), next }
    },

    async check(abortSignal) {
      const { client, s3 } = await open()
      await client.send(new s3.HeadBucketCommand({ Bucket }), { abortSignal }).catch((error: unknown) => {
        // The answer to a HEAD has no code.
        throw failureOf(error).status === 404 ? refused(404, 'NoSuchBucket') : error
      })
    },

    async [Symbol.asyncDispose]() {
      client?.destroy()
    },
  }
}

function factsOf({ ContentLength, ETag, LastModified }: HeadObjectCommandOutput): StoredArtefact {
  return { sizeBytes: ContentLength!, etag: ETag!, modified: LastModified! }
}

/** Returns the header `Range`; undefined for a whole object. */
function rangeOf({ start, end }: ObjectPart): string | undefined {
  return start === 0 && end === undefined ? undefined : `bytes=${start}-${end ?? ''}`
}
