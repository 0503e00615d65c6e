import type { HttpClient } from '@render/net'
import { lazily } from '../lazily.ts'
import { defaultRetryPolicy } from '../retries.ts'
import { cdnAddress, encodeKey, objectAddress, openBucket, type Bucket } from '../s3/bucket.ts'
import { digestBody } from '../digest-body.ts'
import { egressHandler } from '../s3/egress-handler.ts'
import { putObject, type Put } from '../s3/put-object.ts'
import { failureOf } from '../upload-failure.ts'
import { uploadFailed, type Destination } from './destination.ts'

/** A bucket of the caller's, and how objects are stored there. */
export interface BucketTarget {
  bucket: Bucket
  isPrivate: boolean
  storageClass: string
  /** Sends the MD5 of the bytes. */
  hasLock: boolean
  partBytes: number
  /** Host in addresses of objects instead of the bucket's. */
  cdnHost?: string
}

/** The code with which Google's and Backblaze's buckets refuse ACLs, and every bucket other faults of a request. */
const AMBIGUOUS = 'InvalidArgument'

/** Settings that some buckets refuse, and that an object can do without, by the error codes that say so. */
const DISPENSABLE: { setting: 'ACL' | 'StorageClass'; codes: string[]; warning: string }[] = [
  {
    setting: 'ACL',
    codes: ['AccessControlListNotSupported', 'NotImplemented', AMBIGUOUS],
    warning: 'The bucket accepts no ACLs: its policy decides whether the file is public.',
  },
  {
    setting: 'StorageClass',
    codes: ['InvalidStorageClass', 'NotImplemented'],
    warning:
      'The bucket does not support the value of "s3_storageclass": the file has the default storage class.',
  },
]

/** Returns destinations in a bucket, by their keys. All share one client, and what one of them finds out about the bucket. */
export function toBucket(
  http: Pick<HttpClient, 'request'>,
  target: BucketTarget,
  retryPolicy = defaultRetryPolicy,
): (key: string) => Destination<{ location: string }> {
  const { bucket, cdnHost } = target
  const open = lazily(() => openBucket(bucket, egressHandler(http, retryPolicy)))
  const settings: Pick<Put['object'], 'ACL' | 'StorageClass'> = {
    ...(!target.isPrivate && { ACL: 'public-read' }),
    ...(target.storageClass !== 'STANDARD' && {
      StorageClass: target.storageClass as Put['object']['StorageClass'],
    }),
  }

  /** Puts an object, and again without each setting that the bucket refuses. */
  async function put(
    what: Omit<Put, 'object'>,
    head: Put['object'],
    warn: (text: string) => void,
    sent = { ...settings },
  ): Promise<void> {
    try {
      await putObject({ ...what, object: { ...head, ...sent } })
    } catch (error) {
      what.signal?.throwIfAborted()
      const { code = '' } = failureOf(error)
      const refused = DISPENSABLE.find(({ setting, codes }) => sent[setting] && codes.includes(code))
      if (!refused) throw error
      await put(what, head, warn, { ...sent, [refused.setting]: undefined }).catch((second: unknown) => {
        throw code === AMBIGUOUS && isRefusal(second) ? error : second
      })
      // Another put may have found it out meanwhile.
      if (settings[refused.setting]) warn(refused.warning)
      delete settings[refused.setting]
    }
  }

  return (key) => ({
    async write(body, { contentType, signal, onChunk, warn }) {
      const digest = await digestBody(body, target.partBytes, { signal, onChunk })
      const what = { client: await open(), body, digest, hasMd5: target.hasLock, retryPolicy, signal }
      await put(what, { Bucket: bucket.name, Key: key, ContentType: contentType }, warn).catch((error) => {
        signal.throwIfAborted()
        throw uploadFailed('use_s3', error)
      })
      const { sizeBytes, sha256 } = digest
      const location = cdnHost ? cdnAddress(cdnHost, encodeKey(key)) : objectAddress(bucket, key)
      return { location, sizeBytes, sha256 }
    },
  })
}

function isRefusal(error: unknown): boolean {
  const { status = 0 } = failureOf(error)
  return status >= 400 && status < 500
}
