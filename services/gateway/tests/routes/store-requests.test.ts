// What answers cost at an object store, where every request is paid for and takes its time.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createStore, makeArtefactKey, SMALL_BYTES, type ArtefactStore } from '@render/storage'
import { signLink, startBucketDouble, type BucketDouble } from '@render/testkit'
import { randomUUIDv7 } from 'node:crypto'
import { useWorld } from '../support/use-world.ts'

describe.each([
  ['small', Buffer.from('the picture')],
  ['large', Buffer.alloc(SMALL_BYTES + 1, 'x')],
])('a %s file in a bucket', (_, bytes) => {
  const environment: Record<string, string> = {
    LINK_RENDERS_PER_MINUTE: '0',
    ARTEFACT_STORE: 's3',
    ARTEFACT_S3_BUCKET: 'artefacts',
    ARTEFACT_S3_ACCESS_KEY_ID: 'AKIA',
    ARTEFACT_S3_SECRET_ACCESS_KEY: 'secret',
  }
  const parts = new AsyncDisposableStack()
  let double: BucketDouble
  let store: ArtefactStore
  let key: string

  beforeAll(async () => {
    double = parts.use(await startBucketDouble())
    environment.ARTEFACT_S3_ENDPOINT = double.url
    store = parts.use(createStore(environment))
  })
  const world = useWorld(environment)
  afterAll(() => parts.disposeAsync())

  beforeEach(() => {
    key = makeArtefactKey('png')
    world.work.render = async (job) => {
      const { artefact, ...outcome } = await world.succeed(job)
      await store.write(key, { bytes }, artefact)
      double.requests.length = 0
      return { ...outcome, artefact: { ...artefact, key, sizeBytes: bytes.length } }
    }
  })

  /** Makes the result of a link. */
  async function cachedLink(): Promise<string> {
    const project = { id: `project-${randomUUIDv7()}`, enabled: true }
    const link = signLink(world.management.addLinkKeys({ project }), { html: 'x' })
    expect((await world.ask(link)).status).toBe(200)
    return link
  }

  /** Returns the status of an answer, and the methods of the requests for the file. */
  async function costOf(path: string, init: RequestInit = {}): Promise<string> {
    double.requests.length = 0
    const answer = await world.ask(path, init)
    if (answer.status === 200 && init.method !== 'HEAD') expect(bytes.equals(answer.body)).toBe(true)
    if (answer.status === 206) expect(Buffer.from(answer.body)).toEqual(bytes.subarray(2, 7))
    return `${answer.status}: ${requests()}`
  }

  const requests = () =>
    double.requests
      .filter(({ path }) => path.endsWith(key))
      .map(({ method }) => method)
      .join(' ')

  test.each([
    ['the cache of links', cachedLink],
    ['its own address', async () => (await cachedLink(), `/renders/${key}`)],
  ])('costs one GET from %s, also on a condition or in part', async (_, make) => {
    const path = await make()
    expect(await costOf(path)).toBe('200: GET')
    expect(await costOf(path, { method: 'HEAD' })).toBe('200: HEAD')
    const { headers } = await world.ask(path)
    const tag = headers.get('etag')!
    expect(await costOf(path, { headers: { 'if-none-match': tag } })).toBe('304: HEAD')
    expect(await costOf(path, { headers: { 'if-none-match': '"other"' } })).toBe('200: HEAD GET')
    const modified = headers.get('last-modified')!
    expect(await costOf(path, { headers: { 'if-modified-since': modified } })).toBe('304: HEAD')
    expect(await costOf(path, { headers: { range: 'bytes=2-6' } })).toBe('206: HEAD GET')
    expect((await world.ask(path, { method: 'HEAD' })).headers.get('etag')).toBe(tag)
  })

  test('costs one GET where it is answered to a POST', async () => {
    for (const response_type of ['binary', 'base64']) {
      const { status, body } = await world.post('/v1/render/sync', { html: 'x', response_type })
      const text = Buffer.from(body as Uint8Array)
      const sent = response_type === 'binary' ? text : Buffer.from(text.toString(), 'base64')
      expect([status, sent.equals(bytes), requests()]).toEqual([200, true, 'GET'])
    }
  })

  test('that is gone is made again', async () => {
    const link = await cachedLink()
    double.objects.clear()
    key = makeArtefactKey('png')
    expect((await world.ask(link)).headers.get('x-service-cache-status')).toBe('MISS')
    expect(await costOf(link)).toBe('200: GET')
  })
})
