// Uploads to stores that read 5 kB a second.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { createEgress, createHttpClient } from '@render/net'
import { startSlowReceiver, until, type SlowReceiver } from '@render/testkit'
import { azureAddress, bucketFrom, makeArtefactKey, toAddress, toBucket, toStore } from '../src/index.ts'
import { containerObjects } from '../src/azure/container-objects.ts'
import type { DestinationOptions, Destination } from '../src/destination/destination.ts'
import { createObjectStore } from '../src/object-store/object-store.ts'
import { bucketObjects } from '../src/s3/bucket-objects.ts'

type RetryPolicy = NonNullable<Parameters<typeof toAddress>[2]>

const SLOW = 5000
/** Are read in eight seconds. Fit into the buffer of a server, which notices therefore when they are not sent any more. */
const bytes = Buffer.alloc(8 * SLOW, 'x')
const http = createHttpClient(createEgress({ allow: ['127.0.1.0/24'] }))
const patient: RetryPolicy = { tryMs: 20_000, pausesMs: [] }
const impatient: RetryPolicy = { tryMs: 300, pausesMs: [1] }
const keys = { accessKeyId: 'AKIA-sesame', secretAccessKey: 'sesame-secret' }
const key = makeArtefactKey('png')

let receiver: SlowReceiver
let parts: AsyncDisposableStack
beforeEach(async () => {
  parts = new AsyncDisposableStack()
  receiver = parts.use(await startSlowReceiver(SLOW))
})
afterEach(() => parts.disposeAsync())

const options = (signal = new AbortController().signal): DestinationOptions => {
  return { contentType: 'image/png', signal, warn() {} }
}
const bucket = () => bucketFrom({ bucket: 'pictures', endpoint: receiver.url, ...keys })
const container = () => ({ endpoint: `${receiver.url}/{account}`, account: 'own', name: 'pictures' })
const sasToken = 'sv=2&sig=sesame'
const noAnswer = 'did not answer in time.'

const stores: [string, failure: string, (retryPolicy: RetryPolicy) => Destination<object>][] = [
  [
    'a bucket of the caller',
    `UploadFailedError: "use_s3": the store ${noAnswer}`,
    (retryPolicy) => {
      const target = { bucket: bucket(), isPrivate: true, storageClass: 'STANDARD', hasLock: false }
      return toBucket(http, { ...target, partBytes: Infinity }, retryPolicy)(key)
    },
  ],
  [
    'a container of the caller',
    `UploadFailedError: "use_azure": the store ${noAnswer}`,
    (retryPolicy) => toAddress(http, azureAddress({ ...container(), sasToken }, key), retryPolicy),
  ],
  [
    'a presigned URL',
    `UploadFailedError: "thumbnails[0].presigned_url": the address ${noAnswer}`,
    (retryPolicy) => {
      const address = `${receiver.url}/${key}?X-Amz-Signature=sesame`
      return toAddress(http, { option: 'thumbnails[0].presigned_url', address }, retryPolicy)
    },
  ],
  [
    'our own bucket',
    'unavailable',
    (retryPolicy) => toStore(parts.use(createObjectStore(bucketObjects(bucket(), retryPolicy))), key),
  ],
  [
    'our own container',
    'unavailable',
    (retryPolicy) =>
      toStore(parts.use(createObjectStore(containerObjects({ ...container(), sasToken }, retryPolicy))), key),
  ],
]

const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'stored',
    ({ code, failure, message }: { code?: string; failure?: string; message: string }) =>
      failure ?? `${code}: ${message}`,
  )

describe.each(stores)('X24: %s that reads slowly', (_, failure, open) => {
  test('fails the write after the time of each try, and nothing goes on', async () => {
    expect(await outcome(open(impatient).write({ bytes }, options()))).toBe(failure)
    expect(receiver.begun).toBe(2)
    await until(() => receiver.cut === 2)
    expect(receiver.stored.size).toBe(0)
  })

  test('is left at once when the render is cancelled', async () => {
    const cancelling = new AbortController()
    const writing = open(patient).write({ bytes }, options(cancelling.signal))
    const rejected = expect(writing).rejects.toThrow('cancelled')
    await until(() => receiver.begun === 1)
    cancelling.abort(new Error('cancelled'))
    await rejected
    await until(() => receiver.cut === 1)
  })

  test('gets a file that takes it less time', async () => {
    const small = bytes.subarray(0, 500)
    expect(await outcome(open(patient).write({ bytes: small }, options()))).toBe('stored')
    expect([...receiver.stored.values()]).toEqual([small])
  })
})
