// Outputs in stores that read 5 kB a second. A stand-in for the engine makes the files.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { Rendered } from '@render/engine'
import type { GivenOptions } from '@render/options'
import type { SideOutput } from '@render/outputs'
import { createStore, type ArtefactStore } from '@render/storage'
import { listenOn, ORIGIN_HOST, startSlowReceiver, until, type SlowReceiver } from '@render/testkit'
import { rendered, startStandIn } from './stand-in.ts'
import { useTestQueue } from './test-queue.ts'

const queue = useTestQueue()
const SLOW = 5000
/** More than sockets buffer, so that the worker cannot send all of it. */
const LARGE_BYTES = 16 * 1024 ** 2
const ALL_ATTEMPTS_MS = 15 * 60_000
/** The time that is left of that, in turn until an upload begins in it: on a busy machine the first ones may be too short. */
const LEFT_MS = [1000, 5000, 25_000]
const keys = { s3_key: 'AKIA', s3_secret: 'secret', s3_bucket: 'pictures' }
const container = { azure_account_name: 'own', azure_container_name: 'pictures' }
let folder: string
let receiver: SlowReceiver
let main: Rendered['main']
let sideOutputs: SideOutput[]

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'slow-stores-'))
  writeFileSync(join(folder, 'large'), Buffer.alloc(LARGE_BYTES, 'x'))
})
afterAll(() => rmSync(folder, { recursive: true }))

beforeEach(async () => {
  main = { ...rendered.main, body: { path: join(folder, 'large'), sizeBytes: LARGE_BYTES } }
  sideOutputs = []
  receiver = queue.use(await startSlowReceiver(SLOW))
})

function work(store?: ArtefactStore): void {
  const settings = { azureEndpoint: `${receiver.url}/{account}`, ...(store && { store }) }
  queue.use(startStandIn(queue, async () => ({ ...rendered, main, sideOutputs }), 4, settings).worker)
}

const thumbnail = (at: number, address: string): SideOutput => ({
  type: 'png',
  body: { bytes: Buffer.alloc(40 * SLOW) },
  suffix: `-${at}`,
  facts: { kind: 'thumbnail', key: String(at), width: 4, height: 3 },
  upload: { option: `thumbnails[${at}].presigned_url`, address },
})

describe('X24: a store that reads slowly', () => {
  const places: [string, () => GivenOptions][] = [
    ['use_s3', () => ({ use_s3: true, ...keys, s3_part_size: 100, s3_endpoint: receiver.url })],
    ['use_azure', () => ({ use_azure: true, ...container, azure_sas_token: 'sv=2&sig=a' })],
    ['s3_presigned_url', () => ({ s3_presigned_url: `${receiver.url}/a?X-Amz-Signature=b` })],
  ]
  const stores: [string, () => ArtefactStore][] = [
    [
      's3',
      () =>
        createStore({
          ARTEFACT_STORE: 's3',
          ARTEFACT_S3_BUCKET: 'pictures',
          ARTEFACT_S3_ENDPOINT: receiver.url,
          ARTEFACT_S3_ACCESS_KEY_ID: 'AKIA',
          ARTEFACT_S3_SECRET_ACCESS_KEY: 'secret',
        }),
    ],
    [
      'azure',
      () =>
        createStore({
          ARTEFACT_STORE: 'azure',
          ARTEFACT_AZURE_ACCOUNT: 'own',
          ARTEFACT_AZURE_CONTAINER: 'pictures',
          ARTEFACT_AZURE_SAS_TOKEN: 'sv=2&sig=a',
          ARTEFACT_AZURE_ENDPOINT: `${receiver.url}/{account}`,
        }),
    ],
  ]

  /** Expects a render whose upload has begun to end with the time of all its attempts. */
  async function expectTimeout(options: GivenOptions): Promise<void> {
    for (const leftMs of LEFT_MS) {
      if (receiver.begun > 0) break
      const retried = { since: Date.now() - ALL_ATTEMPTS_MS + leftMs, times: 0 }
      const id = await queue.submit({ html: 'x', ...options }, { upload: { path: 'a' }, retried })
      const ended = await queue.ended(id)
      expect(ended).toMatchObject({ status: 'failed', error: { code: 'RenderTimeoutError' } })
    }
    expect(receiver.begun).toBeGreaterThan(0)
    expect(receiver.stored.size).toBe(0)
  }

  test.each(places)('ends a render in its time: %s', async (_, options) => {
    work()
    await expectTimeout(options())
  })

  test.each(stores)('ends a render in its time: our own, ARTEFACT_STORE %s', async (_, open) => {
    work(queue.use(open()))
    await expectTimeout({})
  })

  test('ends a render with many side files in its time', async () => {
    main = rendered.main
    sideOutputs = Array.from({ length: 20 }, (_, at) => thumbnail(at, `${receiver.url}/${at}?a`))
    work()
    await expectTimeout({})
  })
})

test('an upload that fails ends the slow ones beside it', async () => {
  main = rendered.main
  const refusing = queue.use(
    await listenOn(ORIGIN_HOST, (_req, res) => {
      void until(() => receiver.begun === 1).then(() => res.writeHead(403).end())
    }),
  )
  sideOutputs = [thumbnail(0, `${receiver.url}/0?a`), thumbnail(1, `${refusing.url}/1?a`)]
  work()
  const ended = await queue.ended(await queue.submit({ html: 'x' }))
  expect(ended).toMatchObject({
    status: 'failed',
    error: { code: 'UploadFailedError', message: '"thumbnails[1].presigned_url": the address answered 403.' },
  })
  await until(() => receiver.cut === 1, 30_000)
  expect(receiver.stored.size).toBe(0)
})
