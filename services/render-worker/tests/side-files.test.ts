// What becomes of files made beside the main one; they come from a stand-in for the engine.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { SideFile } from '@render/engine'
import { listenOn, ORIGIN_HOST, startUploadReceiver, type UploadReceiver } from '@render/testkit'
import { rendered, startStandIn } from './stand-in.ts'
import { startTestQueue, type TestQueue } from './test-queue.ts'

let queue: TestQueue
let receiver: UploadReceiver
let parts: AsyncDisposableStack
/** What the engine makes beside the main file. */
let files: SideFile[]

beforeEach(async () => {
  parts = new AsyncDisposableStack()
  queue = parts.use(await startTestQueue())
  receiver = parts.use(await startUploadReceiver())
  parts.use(startStandIn(queue, async () => ({ ...rendered, files })).worker)
})

afterEach(() => parts.disposeAsync())

const png = { contentType: 'image/png', extension: 'png' }
const slice = (index: number): SideFile => ({
  kind: 'slice',
  index,
  offsetY: index * 5,
  width: 4,
  height: 5,
  body: Buffer.from(`slice ${index}`),
  suffix: `-slice-${index}`,
  ...png,
})
const uploaded = (address: string): SideFile => ({
  kind: 'thumbnail',
  key: 'small',
  width: 4,
  height: 3,
  body: Buffer.from('thumbnail'),
  suffix: '-small',
  ...png,
  upload: { option: 'thumbnails[0].presigned_url', address },
})

/** The bytes of an address with more in it than a path. */
const PATH = '/a%2Fb/c%20d.png?X-Sig=a%2Fb+c%3D&sesame=1&z=%E2%82%AC&e=(1)'

async function refused(): Promise<{ code: string; message: string; details?: unknown }> {
  const ended = await queue.ended(await queue.submit({ html: 'x' }))
  if (ended.status !== 'failed') throw new Error('The render succeeded.')
  return ended.error
}

describe('files beside the main one', () => {
  test('lie next to it, in their order, and the outcome says what they are', async () => {
    files = Array.from({ length: 20 }, (_, index) => slice(index))
    const outcome = await queue.succeeded(await queue.submit({ html: 'x' }))
    const name = outcome.artefact.key.slice(0, -'.png'.length)
    expect(outcome.files).toEqual(
      files.map(({ kind, body, contentType, suffix, ...file }, index) => ({
        kind,
        index,
        offsetY: index * 5,
        width: file.width,
        height: file.height,
        file: {
          key: `${name}${suffix}.png`,
          contentType,
          sizeBytes: body.length,
          sha256: createHash('sha256').update(body).digest('hex'),
        },
      })),
    )
    expect(String(readFileSync(`${queue.artefacts}/${name}-slice-13.png`))).toBe('slice 13')
    expect(outcome).not.toHaveProperty('thumbnails_object')
  })

  test('are told by key when that is asked for', async () => {
    files = []
    const outcome = await queue.succeeded(await queue.submit({ html: 'x', thumbnails_object: true }))
    expect(outcome.thumbnails_object).toBe(true)
    expect(outcome).not.toHaveProperty('files')
  })

  test.each(['/../../../x', '/x', '\0'])('never leave their folder: %j', async (suffix) => {
    files = [{ ...slice(0), suffix }]
    expect((await refused()).code).toBe('EngineResponseNotOkError')
  })
})

describe('a file for an address of the caller', () => {
  test('is sent there as it is, the address to the letter, and what is secret of it stays untold', async () => {
    files = [uploaded(receiver.url.replace('://', '://user:sesame@') + PATH)]
    const id = await queue.submit({ html: 'x' })
    const outcome = await queue.succeeded(id)
    expect(receiver.received).toHaveLength(1)
    const [{ method, path, headers, body }] = receiver.received as [(typeof receiver.received)[0]]
    expect([method, path, String(body)]).toEqual(['PUT', PATH, 'thumbnail'])
    expect(headers).toMatchObject({ 'content-type': 'image/png', 'content-length': '9' })
    expect(headers).not.toHaveProperty('transfer-encoding')
    expect(outcome.files).toEqual([
      {
        kind: 'thumbnail',
        key: 'small',
        width: 4,
        height: 3,
        file: {
          location: `${receiver.url}/a%2Fb/c%20d.png`,
          contentType: 'image/png',
          sizeBytes: 9,
          sha256: createHash('sha256').update('thumbnail').digest('hex'),
        },
      },
    ])
    expect(JSON.stringify(await queue.redis.hgetall(`bull:renders:${id}`))).not.toContain('sesame')
  })

  test('is sent again while the receiver is out of order', async () => {
    receiver.answers.push(503, 429)
    files = [uploaded(receiver.url)]
    await queue.succeeded(await queue.submit({ html: 'x' }))
    expect(receiver.received.map(({ body }) => String(body))).toEqual(['thumbnail', 'thumbnail', 'thumbnail'])
  })

  test('fails the render when the receiver stays out of order', async () => {
    receiver.answers.push(503, 503, 503, 503)
    files = [uploaded(`${receiver.url}/?sesame`)]
    const message = '"thumbnails[0].presigned_url": the address answered 503.'
    const details = [{ option: 'thumbnails', message }]
    expect(await refused()).toEqual({ code: 'UploadFailedError', message, details })
    expect(receiver.received).toHaveLength(3)
  })

  test.each([301, 403, 404])('fails the render at once when it is answered %i', async (status) => {
    receiver.answers.push(status)
    files = [uploaded(`${receiver.url}/?sesame`)]
    expect((await refused()).message).toBe(`"thumbnails[0].presigned_url": the address answered ${status}.`)
    expect(receiver.received).toHaveLength(1)
  })

  test.each([
    ['http://127.0.0.1:1/?sesame', 'does not resolve to a public address'],
    ['http://10.0.0.1/?sesame', 'does not resolve to a public address'],
  ])('never goes to %s', async (address, told) => {
    files = [uploaded(address)]
    expect((await refused()).message).toBe(`"thumbnails[0].presigned_url": the address ${told}.`)
  })

  test('fails the render when nobody is there', async () => {
    const gone = await listenOn(ORIGIN_HOST, () => {})
    await gone[Symbol.asyncDispose]()
    files = [uploaded(`${gone.url}/?sesame`)]
    expect((await refused()).message).toBe('"thumbnails[0].presigned_url": the address could not be reached.')
  })
})
