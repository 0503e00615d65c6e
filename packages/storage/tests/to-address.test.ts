// Uploads to addresses that accept a PUT: presigned ones, and blobs of Azure.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createHash, randomBytes } from 'node:crypto'
import { createEgress, createHttpClient } from '@render/net'
import { bucketError, startAzureServer, startBucketDouble, type AzureServer } from '@render/testkit'
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

  test('has the bytes and the type in a block blob, and the result has no token', async () => {
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

  test('accepts a SAS address as a presigned one', async () => {
    const { address: presigned } = address('presigned.png')
    const { location } = await toAddress(http, { option: 's3_presigned_url', address: presigned }).write(
      { bytes },
      options,
    )
    expect(location).toBe(presigned.slice(0, presigned.indexOf('?')))
    expect((await azure.client.getBlobClient('presigned.png').downloadToBuffer()).equals(bytes)).toBe(true)
  })

  test('fails the render with its code for a token that is expired, forged, or only for reading', async () => {
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

describe('a presigned address', () => {
  test('of a bucket must confirm the bytes', async () => {
    await using double = await startBucketDouble()
    const upload = { option: 's3_presigned_url', address: `${double.url}/b/k?X-Amz-Signature=sesame` }
    const put = () => refusal(toAddress(http, upload, patience).write({ bytes }, options))
    expect(await put()).toBe('accepted')
    const tag = { etag: `"${'0'.repeat(32)}"` }
    double.answer = (_, res) => res.writeHead(200, { ...tag, 'x-amz-request-id': '1' }).end()
    expect(await put()).toBe(
      'UploadFailedError: "s3_presigned_url": the address stored other bytes than it was sent.',
    )
    double.answer = (_, res) => res.writeHead(200, tag).end()
    expect(await put()).toBe('accepted')
    double.answer = bucketError(403, 'SignatureDoesNotMatch')
    expect(await put()).toBe(
      'UploadFailedError: "s3_presigned_url": the address answered 403 (SignatureDoesNotMatch).',
    )
  })

  test('A-PRE-4: that hangs is given up', async () => {
    await using double = await startBucketDouble()
    double.answer = () => {}
    const upload = { option: 's3_presigned_url', address: double.url }
    const hanging = toAddress(http, upload, { tryMs: 200, pausesMs: [1] })
    expect(await refusal(hanging.write({ bytes }, options))).toContain('did not answer in time')
    expect(double.requests).toHaveLength(2)
  })
})
