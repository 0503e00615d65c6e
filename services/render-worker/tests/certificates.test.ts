// Certificates of main files, wherever they go. A stand-in for the engine makes the files.
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import type { RenderOutcome, SideOutput } from '@render/outputs'
import {
  bucketError,
  startAzureServer,
  startBucketDouble,
  startUploadReceiver,
  type AzureServer,
} from '@render/testkit'
import { rendered, startStandIn } from './stand-in.ts'
import { useTestQueue } from './test-queue.ts'

const queue = useTestQueue()
const folder = mkdtempSync(join(tmpdir(), 'certificates-'))

/** The behaviour of the engine. */
let make: Parameters<typeof startStandIn>[1]
let azure: AzureServer

beforeAll(async () => {
  azure = await startAzureServer()
})
afterAll(async () => {
  await azure[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

beforeEach(() => {
  make = async () => rendered
  const { endpoint: azureEndpoint } = azure
  queue.use(startStandIn(queue, (request, signal) => make(request, signal), 4, { azureEndpoint }).worker)
})

const outcomeOf = async (given: GivenOptions, before?: Parameters<typeof queue.submit>[1]) =>
  queue.succeeded(await queue.submit({ html: 'x', certify: true, ...given }, before))

/** Expects a certificate of these bytes, and returns its options. */
function expectCertified({ certificate }: RenderOutcome, file: Buffer | string): Record<string, unknown> {
  const { hashedOptions, timestamp, certifiedHash } = certificate!
  const hash = createHash('sha256').update(hashedOptions).update(file).update(timestamp)
  expect(certifiedHash).toBe(hash.digest('hex'))
  expect(timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  return JSON.parse(hashedOptions) as Record<string, unknown>
}

describe('a certificate', () => {
  test('is that of the main file in our store, not of a thumbnail; there is none without certify', async () => {
    const thumbnail: SideOutput = {
      type: 'png',
      body: { bytes: Buffer.from('small') },
      suffix: '-small',
      facts: { kind: 'thumbnail', key: 'small', width: 4, height: 3 },
    }
    make = async () => ({ ...rendered, sideOutputs: [thumbnail] })
    const outcome = await outcomeOf({ url: 'http://me:sesame@a.example/', width: 300 })
    const stored = readFileSync(`${queue.artefacts}/${outcome.artefact.key}`)
    expect(expectCertified(outcome, stored)).toMatchObject({
      url: 'http://a.example/',
      html: { sha256: createHash('sha256').update('x').digest('hex') },
      width: 300,
      format: 'png',
    })
    expect(await outcomeOf({ certify: false })).not.toHaveProperty('certificate')
  })

  test('is that of a file on disk that is larger than what is read at once', async () => {
    const path = join(folder, 'video')
    const bytes = Buffer.alloc(3_000_000, 'frames')
    writeFileSync(path, bytes)
    const { main } = rendered
    make = async () => ({ ...rendered, main: { ...main, body: { path, sizeBytes: bytes.length } } })
    expectCertified(await outcomeOf({}), bytes)
  })

  test('is that of the object in a bucket, also when it is sent again and copied for the answer', async () => {
    await using double = await startBucketDouble()
    double.answers.push(bucketError(400, 'AccessControlListNotSupported'))
    const keys = {
      s3_key: 'AKIA-sesame',
      s3_secret: 'sesame',
      s3_bucket: 'pictures',
      s3_endpoint: double.url,
    }
    const outcome = await outcomeOf({ use_s3: true, ...keys }, { upload: { path: 'a', copy: 'brief' } })
    const [object] = double.objects.values()
    expect(double.requests.length).toBeGreaterThan(1)
    const options = expectCertified(outcome, object!)
    expect(Object.keys(options).filter((name) => /^(use_)?(s3|azure)/.test(name))).toEqual([])
    expect(JSON.stringify(outcome.certificate)).not.toContain('sesame')
  })

  test('is that of a blob in a container', async () => {
    const container = { azure_account_name: azure.account, azure_container_name: azure.container }
    const given = { use_azure: true, ...container, azure_sas_token: azure.sas() }
    const outcome = await outcomeOf(given, { upload: { path: 'a' } })
    expectCertified(outcome, await azure.client.getBlobClient('a.png').downloadToBuffer())
    expect(JSON.stringify(outcome.certificate)).not.toContain('sig=')
  })

  test('A-CERT-3: is that of the file at a presigned URL, also when it is sent again', async () => {
    await using receiver = await startUploadReceiver()
    receiver.answers.push(503)
    const outcome = await outcomeOf({ s3_presigned_url: `${receiver.url}/a?X-Amz-Signature=sesame` })
    expect(receiver.received).toHaveLength(2)
    expectCertified(outcome, receiver.received[1]!.body)
    expect(JSON.stringify(outcome.certificate)).not.toContain('sesame')
  })

  test('A-CERT-3: is that of a file that only the answer has', async () => {
    const outcome = await outcomeOf(
      { no_upload: true, response_type: 'binary' },
      { upload: { copy: 'once' } },
    )
    expectCertified(outcome, readFileSync(`${queue.artefacts}/${outcome.answerKey}`))
  })

  test('has the options of the attempt that made the file', async () => {
    const retries = { retry_on: ['5xx'], retry_with: [{ width: 400, authorization: 'sesame' }] }
    const outcome = await outcomeOf({ ...retries, width: 300 }, { retried: { since: Date.now(), times: 1 } })
    const options = expectCertified(outcome, 'picture')
    expect(options).toMatchObject({ width: 400 })
    expect(JSON.stringify(options)).not.toContain('sesame')
  })

  test('C-5: of a mock says that it is one', async () => {
    const outcome = await outcomeOf({ mock: true, format: 'md' })
    const stored = readFileSync(`${queue.artefacts}/${outcome.artefact.key}`)
    expect(expectCertified(outcome, stored)).toMatchObject({ mock: true, format: 'md' })
  })
})
