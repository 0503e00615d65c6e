// Side files in the store and at presigned URLs. A stand-in for the engine makes the files.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { readBody, type SideOutput } from '@render/outputs'
import { listenOn, ORIGIN_HOST, startUploadReceiver, type UploadReceiver } from '@render/testkit'
import { rendered, startStandIn } from './stand-in.ts'
import { useTestQueue } from './test-queue.ts'

const queue = useTestQueue()
let receiver: UploadReceiver
/** The side files that the engine returns. */
let files: SideOutput[]
/** The behaviour of the engine. */
let make: Parameters<typeof startStandIn>[1]

beforeEach(async () => {
  receiver = queue.use(await startUploadReceiver())
  make = async () => ({ ...rendered, sideOutputs: files })
  queue.use(startStandIn(queue, (request, signal) => make(request, signal)).worker)
})

const slice = (index: number): SideOutput => ({
  type: 'png',
  body: { bytes: Buffer.from(`slice ${index}`) },
  suffix: `-slice-${index}`,
  facts: { kind: 'slice', index, offsetY: index * 5, width: 4, height: 5 },
})
const uploaded = (address: string): SideOutput => ({
  type: 'png',
  body: { bytes: Buffer.from('thumbnail') },
  suffix: '-small',
  facts: { kind: 'thumbnail', key: 'small', width: 4, height: 3 },
  upload: { option: 'thumbnails[0].presigned_url', address },
})

/** A path and query with characters that a careless URL parser changes. */
const PATH = '/a%2Fb/c%20d.png?X-Sig=a%2Fb+c%3D&sesame=1&z=%E2%82%AC&e=(1)'

async function refused(): Promise<{ code: string; message: string; details?: unknown }> {
  const ended = await queue.ended(await queue.submit({ html: 'x' }))
  if (ended.status !== 'failed') throw new Error('The render succeeded.')
  return ended.error
}

describe('side files', () => {
  test('are stored next to the main file, in their order, and described in the outcome', async () => {
    files = Array.from({ length: 20 }, (_, index) => slice(index))
    const outcome = await queue.succeeded(await queue.submit({ html: 'x' }))
    const name = outcome.artefact.key!.slice(0, -'.png'.length)
    expect(outcome.files).toEqual(
      await Promise.all(
        files.map(async ({ body, suffix }, index) => {
          const bytes = await readBody(body)
          return {
            kind: 'slice',
            index,
            offsetY: index * 5,
            width: 4,
            height: 5,
            file: {
              key: `${name}${suffix}.png`,
              contentType: 'image/png',
              sizeBytes: bytes.length,
              sha256: createHash('sha256').update(bytes).digest('hex'),
            },
          }
        }),
      ),
    )
    expect(String(readFileSync(`${queue.artefacts}/${name}-slice-13.png`))).toBe('slice 13')
    expect(outcome).not.toHaveProperty('thumbnails_object')
  })

  test('are described by key with thumbnails_object', async () => {
    files = []
    const outcome = await queue.succeeded(await queue.submit({ html: 'x', thumbnails_object: true }))
    expect(outcome.thumbnails_object).toBe(true)
    expect(outcome).not.toHaveProperty('files')
  })

  test.each(['/../../../../../escaped', '/escaped', '\0escaped'])(
    'fail the render for the suffix %j, which would leave the folder, without a side file',
    async (suffix) => {
      files = [{ ...slice(0), suffix }]
      expect((await refused()).code).toBe('EngineResponseNotOkError')
      const left = readdirSync(queue.artefacts, { recursive: true, withFileTypes: true })
      const names = left.filter((entry) => entry.isFile()).map(({ name }) => name)
      // The main file of the attempt is deleted with its day.
      expect(names).toEqual([expect.stringMatching(/^[\w-]{22}\.png$/)])
      expect(readdirSync(dirname(queue.artefacts)).filter((name) => name.startsWith('escaped'))).toEqual([])
    },
  )
})

describe('a file in the scratch folder', () => {
  const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, i) => i % 251))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const facts = { contentType: 'application/pdf', sizeBytes: bytes.length, sha256 }

  /** Has the next render write one file, and store it as its main output and as a side file. */
  function useScratch(upload?: SideOutput['upload']): void {
    make = async ({ scratch }) => {
      writeFileSync(await scratch.file('page.pdf'), bytes)
      const body = await scratch.take('page.pdf')
      const side: SideOutput = { type: 'pdf', body, suffix: '-side', facts: { kind: 'html' }, upload }
      return { ...rendered, main: { format: 'pdf', body, facts: { pages: 1 } }, sideOutputs: [side] }
    }
  }

  test('is stored', async () => {
    useScratch()
    const { artefact, files, pages, width } = await queue.succeeded(await queue.submit({ html: 'x' }))
    const name = artefact.key!.slice(0, -'.pdf'.length)
    expect(artefact).toEqual({ key: `${name}.pdf`, ...facts })
    expect(files).toEqual([{ kind: 'html', file: { key: `${name}-side.pdf`, ...facts } }])
    expect([pages, width]).toEqual([1, undefined])
    for (const key of [artefact.key, `${name}-side.pdf`])
      expect(readFileSync(`${queue.artefacts}/${key}`).equals(bytes)).toBe(true)
  })

  test('is uploaded with its length, again after 503', async () => {
    receiver.answers.push(503)
    useScratch({ option: 's3_presigned_url_html', address: `${receiver.url}/side.pdf?sesame` })
    const { files } = await queue.succeeded(await queue.submit({ html: 'x' }))
    expect(files).toEqual([{ kind: 'html', file: { location: `${receiver.url}/side.pdf`, ...facts } }])
    expect(receiver.received).toHaveLength(2)
    for (const { headers, body } of receiver.received) {
      expect(headers).toMatchObject({ 'content-length': String(bytes.length) })
      expect(headers).not.toHaveProperty('transfer-encoding')
      expect(body.equals(bytes)).toBe(true)
    }
  })
})

describe('a file with a presigned URL', () => {
  test('is uploaded unchanged to the exact address, whose secret parts are not stored', async () => {
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

  test('is uploaded again after 503 and 429', async () => {
    receiver.answers.push(503, 429)
    files = [uploaded(receiver.url)]
    await queue.succeeded(await queue.submit({ html: 'x' }))
    expect(receiver.received.map(({ body }) => String(body))).toEqual(['thumbnail', 'thumbnail', 'thumbnail'])
  })

  test('fails the render after three answers of 503', async () => {
    receiver.answers.push(503, 503, 503, 503)
    files = [uploaded(`${receiver.url}/?sesame`)]
    const message = '"thumbnails[0].presigned_url": the address answered 503.'
    const details = [{ option: 'thumbnails', message }]
    expect(await refused()).toEqual({ code: 'UploadFailedError', message, details })
    expect(receiver.received).toHaveLength(3)
  })

  test.each([301, 403, 404])('fails the render at once after %i', async (status) => {
    receiver.answers.push(status)
    files = [uploaded(`${receiver.url}/?sesame`)]
    expect((await refused()).message).toBe(`"thumbnails[0].presigned_url": the address answered ${status}.`)
    expect(receiver.received).toHaveLength(1)
  })

  test.each([
    ['http://127.0.0.1:1/?sesame', 'does not resolve to a public IP address'],
    ['http://10.0.0.1/?sesame', 'does not resolve to a public IP address'],
  ])('is not uploaded to %s', async (address, problem) => {
    files = [uploaded(address)]
    expect((await refused()).message).toBe(`"thumbnails[0].presigned_url": the address ${problem}.`)
  })

  test('fails the render when the address refuses connections', async () => {
    const gone = await listenOn(ORIGIN_HOST, () => {})
    await gone[Symbol.asyncDispose]()
    files = [uploaded(`${gone.url}/?sesame`)]
    expect((await refused()).message).toBe('"thumbnails[0].presigned_url": the address could not be reached.')
  })
})
