// Outputs in buckets of callers. A stand-in for the engine makes the files.
import { beforeEach, describe, expect, test } from '@jest/globals'
import { readdirSync, readFileSync } from 'node:fs'
import type { Rendered } from '@render/engine'
import type { SideOutput } from '@render/outputs'
import type { GivenOptions } from '@render/options'
import {
  bucketError,
  startBucketDouble,
  startS3Server,
  type BucketDouble,
  type S3Server,
} from '@render/testkit'
import { rendered, startStandIn } from './stand-in.ts'
import { useTestQueue } from './test-queue.ts'

const queue = useTestQueue()
const PICTURE = 'picture'
const MARKUP = '<p>markup'
let server: S3Server
let double: BucketDouble
let main: Rendered['main']

const html: SideOutput = {
  type: 'html',
  body: { bytes: Buffer.from(MARKUP) },
  suffix: '',
  facts: { kind: 'html' },
}
const thumbnail: SideOutput = {
  type: 'png',
  body: { bytes: Buffer.from('small') },
  suffix: '-small',
  facts: { kind: 'thumbnail', key: 'small', width: 4, height: 3 },
}

beforeEach(async () => {
  main = rendered.main
  server = queue.use(await startS3Server())
  double = queue.use(await startBucketDouble())
  queue.use(startStandIn(queue, async () => ({ ...rendered, main, sideOutputs: [html, thumbnail] })).worker)
})

const inServer = (): GivenOptions => ({
  html: 'x',
  use_s3: true,
  s3_key: server.accessKeyId,
  s3_secret: server.secretAccessKey,
  s3_bucket: server.bucket,
  s3_endpoint: server.url,
})
const inDouble = (more: GivenOptions = {}): GivenOptions => ({
  html: 'x',
  use_s3: true,
  s3_key: 'AKIA-sesame',
  s3_secret: 'sesame-secret',
  s3_bucket: 'pictures',
  s3_endpoint: double.url,
  ...more,
})

describe('files in a bucket', () => {
  test('A-S3-1: have their bytes, types and addresses; our store has nothing', async () => {
    const upload = { path: 'renders/prj_1/2026/11/24/name' }
    const { artefact, files, answerKey } = await queue.succeeded(await queue.submit(inServer(), { upload }))
    const base = `${server.url}/${server.bucket}/${upload.path}`
    expect(artefact).toMatchObject({ location: `${base}.png`, contentType: 'image/png', sizeBytes: 7 })
    expect(files!.map(({ file }) => file.location)).toEqual([`${base}.html`, `${base}-small.png`])
    expect(answerKey).toBeUndefined()
    for (const [address, body, type] of [
      [`${base}.png`, PICTURE, 'image/png'],
      [`${base}.html`, MARKUP, 'text/html; charset=utf-8'],
      [`${base}-small.png`, 'small', 'image/png'],
    ] as const) {
      const answer = await fetch(address)
      expect([answer.headers.get('content-type'), await answer.text()]).toEqual([type, body])
    }
    expect(readdirSync(queue.artefacts)).toEqual([])
  })

  test('A-S3-3: have no extensions with no_suffix, unless their path is random', async () => {
    const given = inDouble({ no_suffix: true })
    await queue.succeeded(await queue.submit({ ...given, s3_path: 'a/b' }, { upload: { path: 'a/b' } }))
    await queue.succeeded(await queue.submit(given, { upload: { path: 'random' } }))
    expect([...double.objects.keys()].toSorted()).toEqual(
      ['a/b', 'a/b-html', 'a/b-small-png', 'random-small.png', 'random.html', 'random.png'].map(
        (key) => `/pictures/${key}`,
      ),
    )
  })

  test('are in our store as well for an answer that contains them, until a deletion that is queued before', async () => {
    const upload = { path: 'a', copy: 'brief' } as const
    const { answerKey } = await queue.succeeded(await queue.submit(inDouble(), { upload }))
    expect(String(readFileSync(`${queue.artefacts}/${answerKey}`))).toBe(PICTURE)
    const [id, at] = await queue.redis.zrange('bull:sweeps:delayed', '0', '-1', 'WITHSCORES')
    expect(JSON.parse((await queue.redis.hget(`bull:sweeps:${id}`, 'data'))!)).toEqual({ keys: [answerKey] })
    // The score of a delayed job has its time in all bits but the last twelve.
    expect(Number(at) / 4096 - Date.now()).toBeLessThanOrEqual(600_000)
    const kept = await queue.succeeded(
      await queue.submit(inDouble(), { upload: { path: 'b', copy: 'kept' } }),
    )
    expect(String(readFileSync(`${queue.artefacts}/${kept.answerKey}`))).toBe(PICTURE)
    expect(await queue.redis.zcard('bull:sweeps:delayed')).toBe(1)
  })

  test('are as the options say; what a bucket refuses is a warning', async () => {
    double.answers.push(bucketError(400, 'AccessControlListNotSupported'))
    const given = inDouble({
      s3_region: 'eu-west-3',
      s3_storageclass: 'GLACIER',
      s3_object_lock: true,
      s3_force_path_style: true,
      cdn_host: 'cdn.example.com:8443',
    })
    const { artefact, warnings } = await queue.succeeded(await queue.submit(given, { upload: { path: 'a' } }))
    expect(artefact.location).toBe('https://cdn.example.com:8443/a.png')
    expect(warnings).toEqual([
      'from the gateway',
      'from the engine',
      expect.stringContaining('accepts no ACL'),
    ])
    const [first, second] = double.requests
    expect(first!.headers).toMatchObject({ 'x-amz-acl': 'public-read', 'x-amz-storage-class': 'GLACIER' })
    expect(first!.headers.authorization).toContain('/eu-west-3/s3/')
    expect(second!.headers).toMatchObject({ 'content-md5': expect.any(String) })
    expect(second!.headers).not.toHaveProperty('x-amz-acl')
    await queue.succeeded(
      await queue.submit(inDouble({ s3_private_bucket: true }), { upload: { path: 'b' } }),
    )
    expect(double.requests.at(-1)!.headers).not.toHaveProperty('x-amz-acl')
  })
})

test('files above s3_part_size MiB are sent in parts', async () => {
  main = { ...rendered.main, body: { bytes: Buffer.alloc(6 * 1024 ** 2, 'x') } }
  const parts = () => double.requests.filter(({ query }) => query.has('partNumber')).length
  await queue.succeeded(await queue.submit(inDouble({ s3_part_size: 7 }), { upload: { path: 'a' } }))
  expect(parts()).toBe(0)
  await queue.succeeded(await queue.submit(inDouble({ s3_part_size: 5 }), { upload: { path: 'b' } }))
  expect(parts()).toBe(2)
})

describe('the credential of a project', () => {
  const stored = (more: object = {}) =>
    queue.sealForProject({
      storage: {
        provider: 'custom',
        endpoint: double.url,
        accessKeyId: 'AKIA-stored',
        secretAccessKey: 'sesame-stored',
        ...more,
      },
    })
  const given = { html: 'x', use_s3: true, s3_bucket: 'pictures' } as const
  const upload = { path: 'a' }

  test('is used for a render without keys, at its own endpoint only', async () => {
    const elsewhere = { ...given, s3_endpoint: 'https://evil.example/' }
    const id = await queue.submit(elsewhere, { upload, sealedForWorker: stored() })
    const { artefact } = await queue.succeeded(id)
    expect(artefact.location).toBe(`${double.url}/pictures/a.png`)
    expect(double.requests[0]!.headers.authorization).toContain('Credential=AKIA-stored/')
  })

  test('C15: that is not there is not replaced by that of the machine', async () => {
    process.env.AWS_ACCESS_KEY_ID = 'AKIA-machine'
    process.env.AWS_SECRET_ACCESS_KEY = 'sesame-machine'
    try {
      const ended = await queue.ended(await queue.submit(given, { upload }))
      expect(ended).toMatchObject({ status: 'failed', error: { code: 'UploadFailedError' } })
    } finally {
      delete process.env.AWS_ACCESS_KEY_ID
      delete process.env.AWS_SECRET_ACCESS_KEY
    }
    expect(double.requests).toEqual([])
  })
})

describe('a bucket that refuses', () => {
  test('fails the render with its code; no secret is in the failure or in Redis', async () => {
    double.answer = bucketError(403, 'AccessDenied')
    const id = await queue.submit(inDouble(), { upload: { path: 'a', copy: 'brief' } })
    const ended = await queue.ended(id)
    expect(ended).toMatchObject({
      status: 'failed',
      error: {
        code: 'UploadFailedError',
        message: '"use_s3": the store answered 403 (AccessDenied).',
        details: [{ option: 'use_s3' }],
      },
    })
    const stored = JSON.stringify(await queue.redis.hgetall(`bull:renders:${id}`))
    expect(stored).toContain('AccessDenied')
    expect(stored + JSON.stringify(ended)).not.toContain('sesame')
    expect(readdirSync(queue.artefacts)).toEqual([])
  })

  test('A-S3-13: an attempt after a crash writes the same object', async () => {
    const upload = { path: 'a' }
    const history = { startedAt: Date.now(), lonelyDeaths: 0, workerDeaths: 1 }
    await queue.succeeded(await queue.submit(inDouble(), { upload }))
    await queue.succeeded(await queue.submit(inDouble(), { upload, history }))
    expect(double.requests).toHaveLength(6)
    expect(double.objects.size).toBe(3)
  })
})
