// Files that are only for an answer. A stand-in for the engine makes them.
import { beforeEach, describe, expect, test } from '@jest/globals'
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import type { GivenOptions } from '@render/options'
import { isCertificateOf, type SideOutput } from '@render/outputs'
import { startUploadReceiver } from '@render/testkit'
import { rendered, startStandIn } from './stand-in.ts'
import { useTestQueue } from './test-queue.ts'

const queue = useTestQueue()
let sideOutputs: SideOutput[]

beforeEach(() => {
  sideOutputs = []
  queue.use(startStandIn(queue, async () => ({ ...rendered, sideOutputs })).worker)
})

const submit = (options: GivenOptions = {}) =>
  queue.submit(
    { html: 'x', no_upload: true, response_type: 'binary', ...options },
    { upload: { copy: 'once' } },
  )
const side = (kind: 'html' | 'metadata', text: string): SideOutput => ({
  type: kind === 'html' ? 'html' : 'json',
  suffix: '',
  body: { bytes: Buffer.from(text) },
  facts: { kind },
})

describe('a file that is only for the answer', () => {
  test('is in our store for less than a minute, by a deletion that is queued before', async () => {
    const { artefact, answerKey, isAnsweredOnce } = await queue.succeeded(await submit())
    expect(isAnsweredOnce).toBe(true)
    expect(Object.keys(artefact).toSorted()).toEqual(['contentType', 'sha256', 'sizeBytes'])
    expect(String(readFileSync(`${queue.artefacts}/${answerKey}`))).toBe('picture')
    const [id, at] = await queue.redis.zrange('bull:sweeps:delayed', '0', '-1', 'WITHSCORES')
    expect(JSON.parse((await queue.redis.hget(`bull:sweeps:${id}`, 'data'))!)).toEqual({ keys: [answerKey] })
    // The score of a delayed job has its time in all bits but the last twelve.
    expect(Number(at) / 4096 - Date.now()).toBeLessThanOrEqual(50_000)
  })

  test('C-2: can have a certificate', async () => {
    const { certificate } = await queue.succeeded(await submit({ certify: true }))
    expect(await isCertificateOf(certificate!, Readable.from([Buffer.from('picture')]))).toBe(true)
  })

  test('leaves out a file beside it that has no address of its own', async () => {
    await using receiver = await startUploadReceiver()
    sideOutputs = [side('html', 'markup'), side('metadata', 'more than an answer may contain')]
    const address = `${receiver.url}/a?sesame`
    const { files, warnings } = await queue.succeeded(await submit({ s3_presigned_url_html: address }))
    expect(files!.map(({ kind, file }) => [kind, file.location])).toEqual([['html', `${receiver.url}/a`]])
    expect(warnings.at(-1)).toContain('A file of "save_metadata" was not stored')
  })
})
