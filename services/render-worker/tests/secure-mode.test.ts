// Renders with `secure_mode`. A stand-in for the engine makes the files.
import { beforeEach, describe, expect, test } from '@jest/globals'
import type { Rendered } from '@render/engine'
import { RenderError } from '@render/errors'
import {
  PRIVATE_ANSWER_KEPT_MS,
  createPrivateAnswers,
  type PrivateAnswer,
  type PrivateAnswers,
  type PrivateJobPart,
} from '@render/jobs'
import type { GivenOptions } from '@render/options'
import { startUploadReceiver, type UploadReceiver } from '@render/testkit'
import { openAnswer } from '@render/vault'
import { readdirSync, readFileSync } from 'node:fs'
import type { Logger } from '@render/runtime'
import { rendered, startStandIn } from './stand-in.ts'
import { useTestQueue } from './test-queue.ts'

const queue = useTestQueue()
const SECRET = 'sesame.example'
const answerKey = Buffer.alloc(32, 'key').toString('base64url')
let receiver: UploadReceiver
let render: () => Promise<Rendered>
let log: string[]
let privateAnswers: PrivateAnswers
let metrics: () => Promise<string>

const given: GivenOptions = { url: `https://${SECRET}/`, secure_mode: true, tag: [SECRET], custom_id: SECRET }
const privatePart: PrivateJobPart = { warnings: [`from the gateway about ${SECRET}`], upload: {}, answerKey }
const named: Rendered = {
  ...rendered,
  warnings: [SECRET],
  response: { statusCode: 200, statusCodeInitial: 301 },
  data: { metadata: { url: `https://${SECRET}/` } },
  clicks: [{ selector: `#${SECRET}`, matched: 1, clicked: 1 }],
}

beforeEach(async () => {
  receiver = queue.use(await startUploadReceiver())
  render = async () => named
  log = []
  const note = (details: object, event: string) => void log.push(`${event} ${JSON.stringify(details)}`)
  const logger = { info: note, warn: note, error: note } as unknown as Logger
  privateAnswers = createPrivateAnswers(queue.blocking)
  const { worker, registry } = startStandIn(queue, () => render(), 4, { logger, privateAnswers })
  queue.use(worker)
  metrics = () => registry.metrics()
})

const inReceiver = (): GivenOptions => ({ ...given, s3_presigned_url: `${receiver.url}/${SECRET}?a` })

async function answerTo(id: string): Promise<PrivateAnswer | undefined> {
  const sealed = await createPrivateAnswers(queue.redis).find(id)
  return sealed === undefined ? undefined : ((await openAnswer(sealed, answerKey)) as PrivateAnswer)
}

/** Returns all that Redis has, its streams included. */
async function everything(): Promise<string> {
  // Compression would split what is searched for.
  await queue.redis.config('SET', 'rdbcompression', 'no')
  const keys = await queue.redis.keys('*')
  const dumps = await Promise.all(keys.map((key) => queue.redis.dumpBuffer(key)))
  return Buffer.concat(dumps.filter((dump) => dump !== null)).toString('latin1')
}

describe('a render with secure_mode', () => {
  test('leaves its times and its size in the queue; the rest is sealed for its answer, for less than a minute', async () => {
    const id = await queue.submit(inReceiver(), { privatePart })
    const outcome = await queue.succeeded(id)
    expect(outcome).toEqual({
      artefact: { sizeBytes: 7 },
      bandwidthBytes: 0,
      renderTimeMs: expect.any(Number),
      queueTimeMs: expect.any(Number),
      startedAt: expect.any(Number),
      endedAt: expect.any(Number),
      attempts: 1,
      renderedBy: expect.any(String),
      warnings: [],
      isUploaded: true,
    })
    expect(await answerTo(id)).toMatchObject({
      options: { secure_mode: true, custom_id: SECRET, format: 'png' },
      finished: {
        status: 'succeeded',
        outcome: {
          artefact: { location: `${receiver.url}/${SECRET}` },
          data: named.data,
          warnings: [...privatePart.warnings, SECRET],
        },
      },
    })
    const leftMs = await queue.redis.pttl(`render-answer:${id}`)
    expect(leftMs).toBeGreaterThan(0)
    expect(leftMs).toBeLessThanOrEqual(PRIVATE_ANSWER_KEPT_MS)
    expect(readdirSync(queue.artefacts)).toEqual([])
    expect(log).toEqual([expect.stringMatching(/^rendered .*"sizeBytes":7/)])
    expect(log[0]).not.toMatch(/stages|format|sesame/)
    expect(await everything()).not.toContain('sesame')
    // The search finds what is not secret.
    await queue.succeeded(await queue.submit({ ...given, secure_mode: false }))
    expect(await everything()).toContain('sesame')
    expect(log[1]).toContain('stages')
  })

  test('has its file here for the answer, as with no_upload', async () => {
    const id = await queue.submit(
      { ...given, response_type: 'binary' },
      { privatePart: { ...privatePart, upload: { copy: 'once' } } },
    )
    const kept = await queue.succeeded(id)
    const { finished } = (await answerTo(id))!
    expect(kept).not.toHaveProperty('isUploaded')
    if (finished.status === 'failed') throw new Error('The render failed.')
    expect(finished.outcome.isAnsweredOnce).toBe(true)
    expect(String(readFileSync(`${queue.artefacts}/${finished.outcome.answerKey}`))).toBe('picture')
    expect(await queue.redis.zcard('bull:sweeps:delayed')).toBe(1)
  })

  test('leaves nothing for an answer that nobody waits for', async () => {
    const { answerKey: _, ...unanswered } = privatePart
    const id = await queue.submit(inReceiver(), { privatePart: unanswered })
    await queue.succeeded(id)
    expect(await answerTo(id)).toBeUndefined()
  })

  test('is counted and logged only as failed when its answer cannot be stored', async () => {
    privateAnswers.store = () => Promise.reject(new Error('Redis is full'))
    const ended = await queue.ended(await queue.submit(inReceiver(), { privatePart }))
    expect(ended).toMatchObject({ status: 'failed', error: { code: 'EngineResponseNotOkError' } })
    const counted = (await metrics()).matchAll(/^renders_total\{.*result="(\w+)".*\} (\d+)$/gm)
    expect([...counted].map(([, result, times]) => [result, times])).toEqual([
      ['EngineResponseNotOkError', '1'],
    ])
    expect(log).toEqual([expect.stringMatching(/^render failed /)])
  })

  test.each<[string, () => unknown, string]>([
    [
      'an error of the caller',
      () => new RenderError('NavigationError', { message: `No ${SECRET}.` }),
      'NavigationError',
    ],
    ['a fault of ours', () => new Error(`broken at ${SECRET}`), 'EngineResponseNotOkError'],
  ])('leaves the code of %s; its message is for the answer', async (_, fail, code) => {
    render = () => Promise.reject(fail())
    const id = await queue.submit(inReceiver(), { privatePart })
    const ended = await queue.ended(id)
    expect(ended).toMatchObject({
      status: 'failed',
      error: { code, message: new RenderError(code as never).message },
    })
    const answer = await answerTo(id)
    expect(answer!.finished).toMatchObject({ status: 'failed', error: { code }, attempts: 1 })
    if (code === 'NavigationError') expect(JSON.stringify(answer)).toContain(`No ${SECRET}.`)
    expect(await everything()).not.toContain('sesame')
    expect(log).toEqual([expect.stringContaining(`"code":"${code}"`)])
    expect(log[0]).not.toContain('sesame')
  })
})
