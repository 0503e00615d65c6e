// Uploads to addresses that accept a PUT: presigned ones, and blobs of Azure.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createHash, randomBytes } from 'node:crypto'
import { createEgress, createHttpClient } from '@render/net'
import { startAzureServer, startBucketDouble, type AzureServer } from '@render/testkit'
import { azureAddress, toAddress, type Container } from '../src/index.ts'
import { describeUploadFaults } from './upload-faults.ts'

const http = createHttpClient(createEgress({ allow: ['127.0.1.0/24'] }))
const retryPolicy = { tryMs: 20_000, pausesMs: [1, 1] }
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
    toAddress(http, address(key, more), retryPolicy).write({ bytes: body }, options)

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

describeUploadFaults(
  'A-PRE-4, X23 to X25: a presigned URL',
  '"s3_presigned_url": the address',
  (url, patient) => {
    const address = `${url}/b/k?X-Amz-Signature=sesame`
    return toAddress(http, { option: 's3_presigned_url', address }, patient)
  },
)

describeUploadFaults('X23 to X25: a container', '"use_azure": the store', (endpoint, patient) => {
  const container = { endpoint, account: 'own', name: 'pictures', sasToken: 'sv=2&sig=sesame' }
  return toAddress(http, azureAddress(container, 'k.png'), patient)
})

test('X24: a presigned URL of a bucket must confirm the bytes, unless it encrypts them', async () => {
  await using double = await startBucketDouble()
  const upload = { option: 's3_presigned_url', address: `${double.url}/b/k?X-Amz-Signature=sesame` }
  const confirm = (headers: object) => {
    const tag = { etag: `"${'0'.repeat(32)}"` }
    double.answer = (_, res) => res.writeHead(200, { ...tag, ...headers }).end()
    return refusal(toAddress(http, upload, retryPolicy).write({ bytes }, options))
  }
  expect(await confirm({ 'x-amz-request-id': '1' })).toBe(
    'UploadFailedError: "s3_presigned_url": the address stored other bytes than it was sent.',
  )
  expect(double.requests).toHaveLength(3)
  const encrypted = { 'x-amz-request-id': '1', 'x-amz-server-side-encryption': 'aws:kms' }
  expect(await confirm(encrypted)).toBe('accepted')
  // Elsewhere an entity tag can be anything.
  expect(await confirm({})).toBe('accepted')
})
