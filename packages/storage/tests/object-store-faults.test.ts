// Requests and faults of the artefact store in a bucket and in a container, at a server that fails on demand.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { bucketError, startBucketDouble, type BucketDouble, type BucketRequest } from '@render/testkit'
import { makeArtefactKey, type ArtefactStore } from '../src/index.ts'
import { containerObjects } from '../src/azure/container-objects.ts'
import { createObjectStore } from '../src/object-store/object-store.ts'
import { bucketFrom } from '../src/s3/bucket.ts'
import { bucketObjects } from '../src/s3/bucket-objects.ts'

const MIB = 1024 ** 2
const quick = { tryMs: 20_000, pausesMs: [1, 1] }
const bytes = Buffer.from('a picture')
const png = { contentType: 'image/png' }
const key = makeArtefactKey('png')
const etag = '"an-entity"'
let double: BucketDouble
let stores: AsyncDisposableStack

beforeEach(async () => {
  double = await startBucketDouble()
  stores = new AsyncDisposableStack()
})
afterEach(async () => {
  await stores.disposeAsync()
  await double[Symbol.asyncDispose]()
})

type Answer = NonNullable<BucketDouble['answer']>

const stored: Answer = ({ path, query, body }, res) => {
  if (!query.has('comp')) double.objects.set(path, body)
  const md5 = createHash('md5').update(body)
  res.writeHead(201, { etag: '"0x1"', 'content-md5': md5.digest('base64') }).end()
}

/** Answers with an error as containers do. */
const blobError =
  (status: number, code: string): Answer =>
  (_, res) =>
    res.writeHead(status, { 'x-ms-error-code': code }).end()

const backEnds = [
  {
    name: 's3',
    objects: (retryPolicy = quick) => {
      const keys = { accessKeyId: 'AKIA-sesame', secretAccessKey: 'sesame-secret' }
      return bucketObjects(bucketFrom({ bucket: 'artefacts', endpoint: double.url, ...keys }), retryPolicy)
    },
    answerUsually: undefined,
    error: bucketError,
    noObject: 'NoSuchKey',
    noPlace: 'NoSuchBucket',
    otherTag: { etag: `"${'0'.repeat(32)}"` },
  },
  {
    name: 'azure',
    objects: (retryPolicy = quick) => {
      const place = { endpoint: `${double.url}/{account}`, account: 'operator', name: 'artefacts' }
      return containerObjects({ ...place, sasToken: 'sv=2&sig=sesame' }, retryPolicy)
    },
    answerUsually: stored,
    error: blobError,
    noObject: 'BlobNotFound',
    noPlace: 'ContainerNotFound',
    otherTag: { 'content-md5': Buffer.alloc(16).toString('base64') },
  },
]

for (const { name, objects, answerUsually, error, noObject, noPlace, otherTag } of backEnds) {
  const storeOf = (retryPolicy = quick): ArtefactStore =>
    stores.use(createObjectStore(objects(retryPolicy), { retryPolicy }))
  const write = (store = storeOf(), body = bytes) => store.write(key, { bytes: body }, png)
  const failure = (work: Promise<unknown>) =>
    work.then(
      () => 'none',
      ({ failure, message }: { failure: string; message: string }) => {
        expect(message).not.toMatch(new RegExp(`sesame|${key}|127.0`))
        return `${failure}: ${/\((.*)\)$/.exec(message)?.[1]}`
      },
    )
  /** Answers with an object, from the requested byte on; `send` sends what is left of it. */
  const answerWith =
    (content: string, send: (res: ServerResponse, rest: string) => void): Answer =>
    ({ headers }, res) => {
      const range = String(headers.range ?? headers['x-ms-range'] ?? 'bytes=0-')
      const rest = content.slice(Number(/=(\d+)/.exec(range)![1]))
      const status = range === 'bytes=0-' ? 200 : 206
      res.writeHead(status, {
        etag,
        'content-length': rest.length,
        'content-range': `bytes ${content.length - rest.length}-${content.length - 1}/${content.length}`,
        'last-modified': new Date().toUTCString(),
      })
      send(res, rest)
    }

  describe(`X23 to X25: the ${name} store`, () => {
    beforeEach(() => {
      double.answer = answerUsually
    })

    test('stores at the third try what a busy server refuses twice', async () => {
      double.answers.push(error(503, 'SlowDown'), error(429, 'ServerBusy'))
      await write()
      expect([...double.objects.values()]).toEqual([bytes])
      expect(double.requests).toHaveLength(3)
    })

    test('fails as unavailable, with the code, while the server stays busy', async () => {
      double.answer = error(503, 'SlowDown')
      expect(await failure(write())).toBe('unavailable: write: answered 503 (SlowDown)')
      expect(double.requests).toHaveLength(3)
    })

    test.each([
      [403, 'AccessDenied'],
      [404, noPlace],
      [400, 'InvalidArgument'],
    ])('fails as refused at once after %s (%s)', async (status, code) => {
      double.answer = error(status, code)
      expect(await failure(write())).toBe(`refused: write: answered ${status} (${code})`)
      expect(await failure(storeOf().open(key))).toBe(`refused: open: answered ${status} (${code})`)
      expect(await failure(storeOf().remove(key))).toBe(`refused: remove: answered ${status} (${code})`)
      expect(double.requests).toHaveLength(3)
    })

    test('finds nothing only when the answer is about the object', async () => {
      double.answer = error(404, noObject)
      expect(await storeOf().find(key)).toBeUndefined()
      expect(await failure(storeOf().open(key))).toBe(`gone: open: answered 404 (${noObject})`)
    })

    test('gives up a server that hangs after the time of a try, each time', async () => {
      double.answer = () => {}
      const retryPolicy = { tryMs: 1000, pausesMs: [1] }
      expect(await failure(write(storeOf(retryPolicy)))).toMatch(/^unavailable: write: /)
      expect(double.requests).toHaveLength(2)
      expect(await failure(storeOf(retryPolicy).find(key))).toMatch(/^unavailable: find: /)
      expect(double.requests).toHaveLength(4)
    })

    test('fails when the server confirms other bytes', async () => {
      double.answer = (_, res) => res.writeHead(name === 's3' ? 200 : 201, otherTag).end()
      expect(await failure(write())).toBe('unavailable: write: stored other bytes than it was sent')
      expect(double.requests).toHaveLength(3)
    })

    test('stops writing when it is cancelled', async () => {
      const cancelling = new AbortController()
      const reason = new Error('cancelled')
      double.answer = () => cancelling.abort(reason)
      const writing = storeOf().write(key, { bytes }, { ...png, signal: cancelling.signal })
      await expect(writing).rejects.toBe(reason)
      expect(double.requests).toHaveLength(1)
    })

    test('finds what a busy server says at the second try', async () => {
      double.answers.push(
        error(503, 'SlowDown'),
        answerWith('0123456789', (res) => res.end()),
      )
      expect(await storeOf().find(key)).toMatchObject({ sizeBytes: 10, etag })
    })

    test('loads an object with one request, and reads on where its connection breaks', async () => {
      const cut = answerWith('0123456789', (res, rest) => res.write(rest.slice(0, 3), () => res.destroy()))
      const whole = answerWith('0123456789', (res, rest) => res.end(rest))
      double.answers.push(whole, cut, whole)
      const store = storeOf()
      const loaded = { bytes: Buffer.from('0123456789'), sizeBytes: 10, etag, modified: expect.any(Date) }
      expect(await store.load(key)).toEqual(loaded)
      expect(double.requests.map(({ method }) => method)).toEqual(['GET'])
      expect(await store.load(key)).toEqual(loaded)
      expect(double.requests).toHaveLength(3)
    })

    test('reads on where a connection breaks, as long as the object is the same', async () => {
      const cut = (at: number) =>
        answerWith('0123456789', (res, rest) => res.write(rest.slice(0, at), () => res.destroy()))
      double.answers.push(
        cut(3),
        cut(0),
        cut(4),
        answerWith('0123456789', (res, rest) => res.end(rest)),
      )
      expect(await text(await storeOf().open(key))).toBe('0123456789')
      const [, second, , last] = double.requests as [
        BucketRequest,
        BucketRequest,
        BucketRequest,
        BucketRequest,
      ]
      expect(second.headers['if-match']).toBe(etag)
      expect([second, last].map(({ headers }) => headers.range ?? headers['x-ms-range'])).toEqual([
        'bytes=3-',
        'bytes=7-',
      ])
    })

    test('never ends a stream early: it fails when a connection breaks again and again', async () => {
      double.answer = answerWith('0123456789', (res, rest) =>
        res.write(rest.length === 10 ? '012' : '', () => res.destroy()),
      )
      const opened = await storeOf().open(key)
      expect(await failure(text(opened))).toMatch(/^unavailable: read: /)
    })

    test('fails a stream whose bytes stop coming', async () => {
      double.answer = answerWith('0123456789', (res) => void res.write('012'))
      const opened = await storeOf({ tryMs: 1000, pausesMs: [] }).open(key)
      expect(await failure(text(opened))).toBe('unavailable: read: no answer within 1000 ms')
    })

    test('fails a stream when the object changes in between', async () => {
      double.answers.push(answerWith('0123456789', (res) => res.write('012', () => res.destroy())))
      double.answer = error(412, 'PreconditionFailed')
      const opened = await storeOf().open(key)
      expect(await failure(text(opened))).toMatch(/^refused: open: answered 412/)
    })
  })
}

describe('the s3 store', () => {
  const storeOf = () =>
    stores.use(createObjectStore(backEnds[0]!.objects(), { retryPolicy: quick, prefix: 'p' }))

  test('sends type and hash, and neither ACL nor class: an artefact is as private as its bucket', async () => {
    await storeOf().write(key, { bytes }, png)
    const [{ path, headers }] = double.requests as [BucketRequest]
    expect(path).toBe(`/artefacts/p/${key}`)
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'x-amz-content-sha256': createHash('sha256').update(bytes).digest('hex'),
    })
    for (const absent of ['x-amz-acl', 'x-amz-storage-class', 'expect'])
      expect(headers).not.toHaveProperty(absent)
  })

  test('leaves no parts of a large file behind when one cannot be stored', async () => {
    double.answer = ({ query }, res) => {
      if (query.get('partNumber') === '2') bucketError(403, 'AccessDenied')({} as BucketRequest, res)
      else if (query.has('uploads')) res.end('<R><UploadId>an-upload</UploadId></R>')
      else res.end()
    }
    const writing = storeOf().write(key, { bytes: Buffer.alloc(17 * MIB) }, png)
    await expect(writing).rejects.toMatchObject({ failure: 'refused' })
    const last = double.requests.at(-1)!
    expect([last.method, last.query.get('uploadId')]).toEqual(['DELETE', 'an-upload'])
  })

  describe('whose answer to the completion of a large file was lost', () => {
    const isCompletion = ({ method, query }: BucketRequest) => method === 'POST' && query.has('uploadId')
    const large = Buffer.alloc(17 * MIB, 'x')
    /** Answers with other answers to completions, in their order; breaks the connection for `lost`. */
    const completeWith = (answers: Answer[]) => {
      const others = Array.from({ length: 3 }, () => undefined)
      double.answers.push(...others, ...answers)
    }
    const lost: Answer = (_, res) => res.destroy()

    // Fails when the second answer counts: the store has completed the upload, or lost it.
    test('writes it again when the store does not know the upload any more', async () => {
      completeWith([lost, bucketError(404, 'NoSuchUpload')])
      await storeOf().write(key, { bytes: large }, png)
      expect(double.objects.get(`/artefacts/p/${key}`)?.equals(large)).toBe(true)
      expect(double.requests.filter(isCompletion)).toHaveLength(3)
    })

    test('gives up when that happens again', async () => {
      const unknown = bucketError(404, 'NoSuchUpload')
      double.answer = (request, res) => {
        const { query } = request
        if (isCompletion(request))
          (double.requests.filter(isCompletion).length % 2 === 1 ? lost : unknown)(request, res)
        else if (query.has('uploads')) res.end('<R><UploadId>an-upload</UploadId></R>')
        else res.end()
      }
      const writing = storeOf().write(key, { bytes: large }, png)
      await expect(writing).rejects.toMatchObject({ failure: 'unavailable' })
      expect(double.requests.filter(isCompletion)).toHaveLength(4)
    })

    test('refuses at once an upload that the store never knew', async () => {
      completeWith([bucketError(404, 'NoSuchUpload')])
      const writing = storeOf().write(key, { bytes: large }, png)
      await expect(writing).rejects.toMatchObject({ failure: 'refused' })
      expect(double.requests.filter(isCompletion)).toHaveLength(1)
    })
  })

  test('sweeps page by page, up to the day, and asks for no more', async () => {
    const old = Array.from({ length: 40 }, (_, at) =>
      makeArtefactKey('png', new Date(Date.UTC(2026, 0, 1 + (at % 20)))),
    )
    const young = makeArtefactKey('png', new Date('2026-02-01'))
    const page =
      (keys: string[], next: string): Answer =>
      (_, res) => {
        const contents = keys.map((each) => `<Contents><Key>p/${each}</Key></Contents>`).join('')
        res.end(
          `<ListBucketResult>${contents}<NextContinuationToken>${next}</NextContinuationToken></ListBucketResult>`,
        )
      }
    const sorted = old.toSorted()
    double.answer = (request, res) => {
      if (request.method === 'DELETE') return void res.writeHead(204).end()
      const isSecond = request.query.get('continuation-token') === 'second'
      page(isSecond ? [...sorted.slice(25), young] : sorted.slice(0, 25), isSecond ? 'third' : 'second')(
        request,
        res,
      )
    }
    expect(await storeOf().sweep('2026-02-01')).toBe(40)
    const deleted = double.requests.filter(({ method }) => method === 'DELETE').map(({ path }) => path)
    expect(deleted.toSorted()).toEqual(sorted.map((each) => `/artefacts/p/${each}`))
    expect(double.requests.filter(({ method }) => method === 'GET')).toHaveLength(2)
  })
})

describe('the health of a store', () => {
  test('is asked for once in a while, however often it is read', async () => {
    const store = stores.use(createObjectStore(backEnds[0]!.objects()))
    double.answer = (_, res) => res.end()
    for (let times = 0; times < 5; times++) expect(await store.health()).toEqual({ freeShare: 1 })
    expect(double.requests).toHaveLength(1)
  })
})
