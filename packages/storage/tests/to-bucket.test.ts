// Uploads to buckets of callers: what they mean to a bucket server, and their headers and failures at a double.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEgress, createHttpClient } from '@render/net'
import type { Body } from '@render/outputs'
import { bucketError, startBucketDouble, startS3Server, type BucketDouble } from '@render/testkit'
import { bucketFrom, toBucket, type BucketTarget } from '../src/index.ts'
import { describeUploadFaults } from './upload-faults.ts'

const http = createHttpClient(createEgress({ allow: ['127.0.1.0/24'] }))
const retryPolicy = { tryMs: 20_000, pausesMs: [1, 1] }
const bytes = Buffer.from('a picture')
const keys = { accessKeyId: 'AKIA-sesame', secretAccessKey: 'sesame-secret' }
let double: BucketDouble
let folder: string
let warnings: string[]

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'to-bucket-'))
})
afterAll(() => rmSync(folder, { recursive: true }))
beforeEach(async () => {
  double = await startBucketDouble()
  warnings = []
})
afterEach(async () => double[Symbol.asyncDispose]())

type Fields = Parameters<typeof bucketFrom>[0]

const targetOf = (
  { endpoint = double.url, ...fields }: Fields,
  more: Partial<BucketTarget> = {},
): BucketTarget => ({
  bucket: bucketFrom({ bucket: 'pictures', endpoint, ...keys, ...fields }),
  isPrivate: false,
  storageClass: 'STANDARD',
  hasLock: false,
  partBytes: 8 * 1024 ** 2,
  ...more,
})

const options = (signal = new AbortController().signal) => ({
  contentType: 'image/png',
  signal,
  warn: (text: string) => void warnings.push(text),
})

const put = (more: Partial<BucketTarget> = {}, body: Body = { bytes }) =>
  toBucket(http, targetOf({}, more), retryPolicy)('a/b.png').write(body, options())

const refusal = async (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
  )

/** Writes a file with random bytes. */
function fileOf(sizeBytes: number): { body: Body; content: Buffer } {
  const content = randomBytes(sizeBytes)
  const path = join(folder, 'body')
  writeFileSync(path, content)
  return { body: { path, sizeBytes }, content }
}

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

describe('a bucket server', () => {
  test('has the bytes of what is in memory and of files, under any key', async () => {
    await using server = await startS3Server()
    const { url: endpoint, bucket, accessKeyId, secretAccessKey } = server
    const target = targetOf({ endpoint, bucket, accessKeyId, secretAccessKey }, { partBytes: 5 * 1024 ** 2 })
    const at = toBucket(http, target, retryPolicy)
    const { body, content } = fileOf(6_000_000)
    const cases: [string, Body, Buffer][] = [
      ["a b/ü'(1)*+&=?#%2e.png", { bytes }, bytes],
      ['empty.md', { bytes: Buffer.alloc(0) }, Buffer.alloc(0)],
      ['large.pdf', body, content],
    ]
    for (const [key, sent, expected] of cases) {
      const { location, ...written } = await at(key).write(sent, options())
      expect(written).toEqual({ sizeBytes: expected.length, sha256: sha256(expected) })
      const answer = await fetch(location)
      expect(answer.headers.get('content-type')).toBe('image/png')
      expect(Buffer.from(await answer.arrayBuffer()).equals(expected)).toBe(true)
    }
    const wrong = targetOf({ endpoint, bucket })
    expect(await refusal(toBucket(http, wrong, retryPolicy)('x').write({ bytes }, options()))).toBe(
      'UploadFailedError: "use_s3": the store answered 403 (InvalidAccessKeyId).',
    )
  })
})

describe('a request', () => {
  const headers = () => double.requests[0]!.headers

  test('A-S3-4: has type, ACL and the hash of the bytes, signed for the region', async () => {
    await toBucket(http, targetOf({ region: 'eu-west-3' }), retryPolicy)('k').write({ bytes }, options())
    expect(headers()).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(bytes.length),
      'x-amz-acl': 'public-read',
      'x-amz-content-sha256': sha256(bytes),
    })
    expect(headers().authorization).toMatch(/Credential=AKIA-sesame\/\d{8}\/eu-west-3\/s3\//)
    for (const absent of ['x-amz-storage-class', 'content-md5', 'transfer-encoding', 'expect'])
      expect(headers()).not.toHaveProperty(absent)
  })

  test('A-S3-4: has no ACL for a private object, the class, and the MD5 for one that is locked', async () => {
    await put({ isPrivate: true, storageClass: 'GLACIER', hasLock: true })
    expect(headers()).not.toHaveProperty('x-amz-acl')
    expect(headers()).toMatchObject({
      'x-amz-storage-class': 'GLACIER',
      'content-md5': createHash('md5').update(bytes).digest('base64'),
    })
  })

  test.each<[Fields, string, string]>([
    [{}, 'https://pictures.s3.us-east-1.amazonaws.com', ''],
    [{ region: 'cn-north-1' }, 'https://pictures.s3.cn-north-1.amazonaws.com.cn', ''],
    [{ bucket: 'pictures.of.mine' }, 'https://s3.us-east-1.amazonaws.com', 'pictures.of.mine/'],
    [{ forcePathStyle: true }, 'https://s3.us-east-1.amazonaws.com', 'pictures/'],
    [{ endpoint: 'https://store.example:9000/' }, 'https://store.example:9000', 'pictures/'],
    [{ endpoint: 'https://store.example', forcePathStyle: false }, 'https://pictures.store.example', ''],
  ])('A-S3-12: for %j goes to %s', async (fields, origin, path) => {
    const asked: URL[] = []
    const spy: Pick<typeof http, 'request'> = {
      async request(url) {
        asked.push(url)
        return { status: 200, headers: {}, body: Buffer.alloc(0) }
      },
    }
    const target = { ...targetOf({}), bucket: bucketFrom({ bucket: 'pictures', ...fields }) }
    const { location } = await toBucket(spy, target)('a b/ü(1).png').write({ bytes }, options())
    expect(location).toBe(`${origin}/${path}a%20b/%C3%BC%281%29.png`)
    expect(asked[0]!.origin + asked[0]!.pathname).toBe(location)
  })

  test('A-S3-10: is reported with the host of a CDN', async () => {
    const { location } = await put({ cdnHost: 'łódź.example.com:8443' })
    expect(location).toBe('https://xn--d-uga0v4h.example.com:8443/a/b.png')
    expect(double.objects.get('/pictures/a/b.png')).toEqual(bytes)
  })
})

describe('a large file', () => {
  const MIB = 1024 ** 2
  const partsOf = () => double.requests.filter(({ query }) => query.has('partNumber'))

  test('A-S3-5: is sent in parts, again when one is cut off, and is whole', async () => {
    const { body, content } = fileOf(12_000_000)
    double.answers.push(undefined, undefined, (_, res) => res.destroy())
    const written = await put({ partBytes: 5 * MIB, hasLock: true }, body)
    expect(written).toMatchObject({ sizeBytes: 12_000_000, sha256: sha256(content) })
    expect(double.objects.get('/pictures/a/b.png')!.equals(content)).toBe(true)
    expect(partsOf().map(({ query, body }) => [query.get('partNumber'), body.length])).toEqual([
      ['1', 5 * MIB],
      ['2', 5 * MIB],
      ['2', 5 * MIB],
      ['3', 12_000_000 - 10 * MIB],
    ])
    for (const { headers, body } of partsOf())
      expect(headers).toMatchObject({
        'x-amz-content-sha256': sha256(body),
        'content-md5': createHash('md5').update(body).digest('base64'),
      })
    const [begin] = double.requests
    expect(begin!.headers).toMatchObject({ 'content-type': 'image/png', 'x-amz-acl': 'public-read' })
  })

  test('A-S3-5: leaves no parts behind when one cannot be stored', async () => {
    double.answer = ({ query }, res) => {
      if (query.get('partNumber') === '2') res.destroy()
      else if (query.has('uploads')) res.end('<R><UploadId>an-upload</UploadId></R>')
      else res.end()
    }
    expect(await refusal(put({ partBytes: 5 * MIB }, fileOf(12_000_000).body))).toBe(
      'UploadFailedError: "use_s3": the store could not be reached.',
    )
    const last = double.requests.at(-1)!
    expect([last.method, last.query.get('uploadId')]).toEqual(['DELETE', 'an-upload'])
    expect(partsOf()).toHaveLength(4)
  })
})

describe('a large file of a render that is cancelled', () => {
  test('is given up at once, and its parts are removed when the bucket answers again', async () => {
    const cancelling = new AbortController()
    const removing = Promise.withResolvers<void>()
    double.answer = ({ query, method }, res) => {
      if (query.has('uploads')) res.end('<R><UploadId>an-upload</UploadId></R>')
      else if (method === 'DELETE') removing.resolve()
      else cancelling.abort(new Error('cancelled'))
    }
    const patient = { ...retryPolicy, tryMs: 3_600_000 }
    const at = toBucket(http, targetOf({}, { partBytes: 5 * 1024 ** 2 }), patient)
    const { body } = fileOf(12_000_000)
    await expect(at('k').write(body, options(cancelling.signal))).rejects.toThrow('cancelled')
    await removing.promise
  })
})

describeUploadFaults('A-S3-6, X23 to X25: a bucket', '"use_s3": the store', (endpoint, patient) => {
  return toBucket(http, targetOf({ endpoint }, { partBytes: Infinity }), patient)('k')
})

test('X24: a bucket that confirms other bytes fails the render, unless it encrypts them', async () => {
  const tag = { etag: `"${'0'.repeat(32)}"` }
  double.answer = (_, res) => res.writeHead(200, tag).end()
  expect(await refusal(put())).toBe(
    'UploadFailedError: "use_s3": the store stored other bytes than it was sent.',
  )
  double.answer = (_, res) => res.writeHead(200, { ...tag, 'x-amz-server-side-encryption': 'aws:kms' }).end()
  expect(await refusal(put())).toBe('accepted')
})

describe('A-S3-6: a bucket without', () => {
  const headersOf = (name: string) => double.requests.map(({ headers }) => headers[name])

  test.each([
    bucketError(400, 'AccessControlListNotSupported'),
    bucketError(501, 'NotImplemented'),
    bucketError(400, 'InvalidArgument'),
  ])('ACLs gets the file without one, with a warning', async (answer) => {
    double.answers.push(answer)
    const at = toBucket(http, targetOf({}), retryPolicy)
    await at('one').write({ bytes }, options())
    await at('two').write({ bytes }, options())
    expect(headersOf('x-amz-acl')).toEqual(['public-read', undefined, undefined])
    expect(warnings).toEqual([expect.stringContaining('accepts no ACL')])
  })

  test('ACLs gets files that are sent at once, with one warning', async () => {
    const refuse = bucketError(400, 'AccessControlListNotSupported')
    double.answer = (request, res) => {
      if (request.headers['x-amz-acl']) return refuse(request, res)
      double.objects.set(request.path, request.body)
      res.end()
    }
    const at = toBucket(http, targetOf({}), { ...retryPolicy, pausesMs: [] })
    await Promise.all(['one', 'two', 'three'].map((key) => at(key).write({ bytes }, options())))
    expect([...double.objects.keys()].toSorted()).toEqual([
      '/pictures/one',
      '/pictures/three',
      '/pictures/two',
    ])
    expect(warnings).toHaveLength(1)
  })

  test.each([
    [bucketError(403, 'AccessDenied'), '"use_s3": the store answered 400 (InvalidArgument).'],
    [bucketError(503, 'SlowDown'), '"use_s3": the store answered 503 (SlowDown).'],
  ])(
    'arguments is tried once without an ACL, and the failure that says more is reported',
    async (second, says) => {
      double.answers.push(bucketError(400, 'InvalidArgument'), second)
      const at = toBucket(http, targetOf({}), { ...retryPolicy, pausesMs: [] })
      expect(await refusal(at('one').write({ bytes }, options()))).toBe(`UploadFailedError: ${says}`)
      expect(warnings).toEqual([])
      await at('two').write({ bytes }, options())
      expect(headersOf('x-amz-acl')).toEqual(['public-read', undefined, 'public-read'])
    },
  )

  test('the storage class gets the file in its own, with a warning', async () => {
    double.answers.push(bucketError(400, 'InvalidStorageClass'))
    await put({ storageClass: 'OUTPOSTS' })
    expect(headersOf('x-amz-storage-class')).toEqual(['OUTPOSTS', undefined])
    expect(headersOf('x-amz-acl')).toEqual(['public-read', 'public-read'])
    expect(warnings).toEqual([expect.stringContaining('"s3_storageclass"')])
  })
})

describe('C13: an endpoint', () => {
  test.each(['http://127.0.0.1:1', 'http://10.0.0.1', 'http://169.254.169.254'])(
    '%s is not connected to',
    async (endpoint) => {
      const at = toBucket(http, targetOf({ endpoint }), retryPolicy)
      expect(await refusal(at('k').write({ bytes }, options()))).toBe(
        'UploadFailedError: "use_s3": the store does not resolve to a public IP address.',
      )
    },
  )
})
