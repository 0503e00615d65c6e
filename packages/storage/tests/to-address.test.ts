// Uploads to addresses that accept a PUT: presigned ones, and blobs of Azure.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createHash, randomBytes } from 'node:crypto'
import { createEgress, createHttpClient } from '@render/net'
import {
  bucketError,
  listenOn,
  ORIGIN_HOST,
  startAzureServer,
  startBucketDouble,
  type AzureServer,
  type BucketDouble,
} from '@render/testkit'
import { azureAddress, toAddress, type Container } from '../src/index.ts'

const http = createHttpClient(createEgress({ allow: ['127.0.1.0/24'] }))
const patience = { tryMs: 20_000, pausesMs: [1, 1] }
const bytes = Buffer.from('a picture')
const options = { contentType: 'image/png', signal: new AbortController().signal, warn() {} }

const refusal = async (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
  )

describe('Azure', () => {
  let azure: AzureServer
  beforeAll(async () => {
    azure = await startAzureServer()
  })
  afterAll(async () => azure[Symbol.asyncDispose]())

  const address = (key: string, more: Partial<Container> = {}) => {
    const { endpoint, account, container: name } = azure
    return azureAddress({ endpoint, account, name, sasToken: azure.sas(), ...more }, key)
  }
  const put = (key: string, more?: Partial<Container>, body = bytes) =>
    toAddress(http, address(key, more), patience).write({ bytes: body }, options)

  test('A-AZ-7: has the bytes and the type in a block blob, and the result has no token', async () => {
    const large = randomBytes(20_000_000)
    const { location, ...written } = await put("a b/ü'(1)#.png", { sasToken: `?${azure.sas()}` }, large)
    expect(written).toEqual({
      sizeBytes: large.length,
      sha256: createHash('sha256').update(large).digest('hex'),
    })
    expect(location).toBe(
      `${azure.endpoint.replace('{account}', azure.account)}/pictures/a%20b/%C3%BC%27%281%29%23.png`,
    )
    const blob = azure.client.getBlobClient("a b/ü'(1)#.png")
    expect(await blob.getProperties()).toMatchObject({ blobType: 'BlockBlob', contentType: 'image/png' })
    expect((await blob.downloadToBuffer()).equals(large)).toBe(true)
  })

  test('has a CDN host in the result, with the container in the path', async () => {
    expect((await put('k.png', { cdnHost: 'cdn.example.com' })).location).toBe(
      'https://cdn.example.com/pictures/k.png',
    )
  })

  test('A-AZ-8: accepts a SAS address as a presigned one', async () => {
    const { address: presigned } = address('presigned.png')
    const { location } = await toAddress(http, { option: 's3_presigned_url', address: presigned }).write(
      { bytes },
      options,
    )
    expect(location).toBe(presigned.slice(0, presigned.indexOf('?')))
    expect((await azure.client.getBlobClient('presigned.png').downloadToBuffer()).equals(bytes)).toBe(true)
  })

  test('A-AZ-3: fails the render with its code for a token that is expired, forged, or only for reading', async () => {
    const cases: [string, string][] = [
      [azure.sas('cw', -60_000), '403 (AuthorizationFailure)'],
      [azure.sas().replace(/sig=[^&]{4}/, 'sig=AAAA'), '403 (AuthorizationFailure)'],
      [azure.sas('r'), '403 (AuthorizationPermissionMismatch)'],
    ]
    for (const [sasToken, says] of cases)
      expect(await refusal(put('refused.png', { sasToken }))).toBe(
        `UploadFailedError: "use_azure": the store answered ${says}.`,
      )
  })
})

describe('X23 to X25: a presigned address', () => {
  let double: BucketDouble
  beforeEach(async () => {
    double = await startBucketDouble()
  })
  afterEach(async () => double[Symbol.asyncDispose]())

  const put = ({ patient = patience, signal = options.signal } = {}) => {
    const upload = { option: 's3_presigned_url', address: `${double.url}/b/k?X-Amz-Signature=sesame` }
    return toAddress(http, upload, patient).write({ bytes }, { ...options, signal })
  }
  const failure = (says: string) => `UploadFailedError: "s3_presigned_url": the address ${says}.`

  test('that is busy twice gets the file at the third try', async () => {
    double.answers.push(bucketError(503, 'SlowDown'), bucketError(429, 'TooManyRequests'))
    await put()
    expect(double.objects.get('/b/k')).toEqual(bytes)
    expect(double.requests).toHaveLength(3)
  })

  test('that stays busy fails the render, with its code', async () => {
    double.answer = bucketError(503, 'SlowDown')
    expect(await refusal(put())).toBe(failure('answered 503 (SlowDown)'))
    expect(double.requests).toHaveLength(3)
  })

  test.each([
    [bucketError(403, 'SignatureDoesNotMatch'), 'answered 403 (SignatureDoesNotMatch)'],
    [bucketError(404, 'NoSuchBucket'), 'answered 404 (NoSuchBucket)'],
    [bucketError(403, '<b>sesame</b>'), 'answered 403'],
  ])('that refuses is asked once, and its message is not repeated', async (answer, says) => {
    double.answer = answer
    expect(await refusal(put())).toBe(failure(says))
    expect(double.requests).toHaveLength(1)
  })

  test('that refuses before it has read a large file is asked once', async () => {
    let asked = 0
    await using refusing = await listenOn(ORIGIN_HOST, (_req, res) => {
      asked += 1
      res.writeHead(403, { connection: 'close' }).end('<Error><Code>AccessDenied</Code></Error>')
    })
    const upload = { option: 's3_presigned_url', address: refusing.url }
    const writing = toAddress(http, upload, patience).write({ bytes: Buffer.alloc(20_000_000) }, options)
    expect([await refusal(writing), asked]).toEqual([failure('answered 403 (AccessDenied)'), 1])
  })

  test('that breaks the connection gets the file at the next try', async () => {
    double.answers.push((_, res) => res.destroy())
    await put()
    expect(double.objects.get('/b/k')).toEqual(bytes)
  })

  test('A-PRE-4: that hangs is given up after the time of a try, each time', async () => {
    double.answer = () => {}
    const patient = { tryMs: 200, pausesMs: [1] }
    expect(await refusal(put({ patient }))).toBe(failure('did not answer in time'))
    expect(double.requests).toHaveLength(2)
  })

  test('that confirms other bytes fails the render if it is a bucket that encrypts nothing', async () => {
    const tag = { etag: `"${'0'.repeat(32)}"` }
    const answer = (headers: object) => {
      double.answer = (_, res) => res.writeHead(200, { ...tag, ...headers }).end()
    }
    answer({ 'x-amz-request-id': '1' })
    expect(await refusal(put())).toBe(failure('stored other bytes than it was sent'))
    expect(double.requests).toHaveLength(3)
    answer({ 'x-amz-request-id': '1', 'x-amz-server-side-encryption': 'aws:kms' })
    expect(await refusal(put())).toBe('accepted')
    answer({})
    expect(await refusal(put())).toBe('accepted')
  })

  test('is not tried again once the render is cancelled', async () => {
    const cancelling = new AbortController()
    double.answer = () => cancelling.abort(new Error('cancelled'))
    await expect(put({ signal: cancelling.signal })).rejects.toThrow('cancelled')
    expect(double.requests).toHaveLength(1)
  })
})
