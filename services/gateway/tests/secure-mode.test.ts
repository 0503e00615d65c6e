// Answers to renders with `secure_mode`. A stand-in for the worker makes and seals them.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { RenderError } from '@render/errors'
import {
  connectBlocking,
  createPrivateAnswers,
  UnrecoverableError,
  writeFailure,
  type JobOf,
  type PrivateAnswer,
  type PrivateJobPart,
  type PrivateAnswers,
} from '@render/jobs'
import type { PublicOptions } from '@render/options'
import { withoutPrivate } from '@render/outputs'
import { signLink, until, type ApiResponse } from '@render/testkit'
import { sealAnswer } from '@render/vault'
import { commitRecords } from './support/commit-records.ts'
import { startSweeper } from './support/start-sweeper.ts'
import { untilEnded } from './support/until-ended.ts'
import { useWorld } from './support/use-world.ts'

const path = '/v1/render/sync'
const location = 'https://store.example/sesame.png'
const keys = { s3_key: 'AKIA', s3_secret: 'secret', s3_bucket: 'pictures' }
const stored = { html: 'x', secure_mode: true, use_s3: true, s3_path: 'sesame', custom_id: 'sesame', ...keys }
const sent = { html: 'x', secure_mode: true, response_type: 'binary' }

describe('secure_mode', () => {
  const world = useWorld()
  const parts = new AsyncDisposableStack()
  let answers: PrivateAnswers
  let files: string[]

  beforeAll(() => {
    const redis = parts.adopt(connectBlocking(world.redis.url), (connection) => connection.disconnect())
    answers = createPrivateAnswers(redis)
  })
  afterAll(() => parts.disposeAsync())

  beforeEach(() => {
    files = []
    world.work.render = async (job) => {
      const { artefact, ...outcome } = await world.succeed(job)
      files.push(artefact.key)
      const isOnce = openPrivatePart(job).upload?.copy === 'once'
      const whole = {
        ...outcome,
        artefact: isOnce ? { sizeBytes: 11 } : { sizeBytes: 11, contentType: '', sha256: '', location },
        ...(isOnce && { answerKey: artefact.key, isAnsweredOnce: true as const }),
        warnings: ['about sesame'],
      }
      await keep(job, { status: 'succeeded', outcome: whole })
      return withoutPrivate(whole)
    }
  })

  function openPrivatePart({ id, data }: JobOf<'renders'>): PrivateJobPart {
    return world.openAsWorker(data.sealedPlan!, { projectId: data.projectId, id: id! }) as PrivateJobPart
  }

  async function keep(job: JobOf<'renders'>, finished: PrivateAnswer['finished']): Promise<void> {
    const { id, data } = job
    const options = world.openAsWorker(data.sealedOptions!, { projectId: data.projectId, id: id! })
    const answer = { options: { ...(options as PublicOptions), secure_mode: true }, finished }
    const { answerKey } = openPrivatePart(job)
    if (answerKey !== undefined) await answers.store(id!, await sealAnswer(answer, answerKey))
  }

  const textOf = ({ body }: ApiResponse) => new TextDecoder().decode(body)

  test('A-PRE-9: answers with all of the result; the record has id, status, size and times', async () => {
    const { status, headers, body } = await world.post(path, stored)
    expect([status, body.renderUrl, body.custom_id, body.warnings]).toEqual([
      200,
      location,
      'sesame',
      ['about sesame'],
    ])
    const id = headers.get('x-service-render-id')!
    const record = await untilEnded(world, id)
    expect(Object.keys(record).toSorted()).toEqual(
      ['renderId', 'status', 'statusUrl', 'size', 'renderTime', 'queueTime', 'bandwidth'].toSorted(),
    )
    await until(async () => (await answers.find(id)) === undefined)
    await using _ = await commitRecords(world, [id])
    expect((await world.ask(`/v1/render/${id}`)).body).toEqual(record)
  })

  test('answers with the bytes, after which they are gone', async () => {
    await using _ = startSweeper(world)
    const answer = await world.post(path, sent)
    expect([answer.status, textOf(answer)]).toEqual([200, 'the picture'])
    await until(async () => (await world.store.find(files[0]!)) === undefined)
  })

  test('answers who continues to wait in the same form, also once the record is committed', async () => {
    const held = Promise.withResolvers<void>()
    const { render } = world.work
    world.work.render = async (job, signal) => {
      await held.promise
      return render(job, signal)
    }
    const first = await world.post(path, { ...sent, download: 'sesame.png', redirect_after: 1 })
    const continuation = new URL(first.body.redirectUrl).pathname
    const id = continuation.split('/')[3]!
    held.resolve()
    await untilEnded(world, id)
    await using _ = await commitRecords(world, [id])
    const answer = await world.ask(continuation)
    expect([answer.status, textOf(answer)]).toEqual([200, 'the picture'])
    expect(answer.headers.get('content-disposition')).toContain('sesame.png')
    await until(async () => (await answers.find(id)) === undefined)
    const late = await world.ask(continuation)
    expect([late.status, late.body.error.code]).toEqual([404, 'NotFound'])
  })

  test('answers with the message of a failure; the record has its code', async () => {
    world.work.render = async (job) => {
      const failure = new RenderError('NavigationError', { message: 'No sesame.' })
      await keep(job, { status: 'failed', error: failure.toPlain(), endedAt: Date.now() })
      throw new UnrecoverableError(writeFailure(new RenderError('NavigationError')))
    }
    const { status, headers, body } = await world.post(path, stored)
    expect([status, body.error.code, body.error.message]).toEqual([400, 'NavigationError', 'No sesame.'])
    const record = await untilEnded(world, headers.get('x-service-render-id')!)
    expect(record.error.code).toBe('NavigationError')
    expect(JSON.stringify(record)).not.toContain('sesame')
  })

  test('answers with the code of a failure whose message was not kept', async () => {
    world.work.render = async () => {
      throw new UnrecoverableError(writeFailure(new RenderError('NavigationError')))
    }
    expect((await world.post(path, stored)).body.error.code).toBe('NavigationError')
  })

  test('A-PRE-10: a link makes one render each time: bytes, or the address in a storage', async () => {
    const settings = { bucket: 'pictures', endpoint: 'https://store.example' }
    const storage = { provider: 'minio', settings, secrets: ['accessKeyId', 'secretAccessKey'] }
    const project = { id: 'project_of_links', enabled: true, storage, sealedForWorker: 'sealed' }
    const keysOfLinks = world.management.addLinkKeys({ project })
    for (const [query, type] of [
      ['html=x&secure_mode=true', 'image/png'],
      ['html=x&secure_mode=true&use_s3=true', 'application/json; charset=utf-8'],
    ] as const) {
      files = []
      for (let time = 1; time <= 2; time++) {
        const { status, headers, body } = await world.ask(signLink(keysOfLinks, query))
        expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
          200,
          type,
          'no-store',
        ])
        expect(headers.get('x-service-cache-status')).toBe('MISS')
        if (type !== 'image/png') expect(body).toMatchObject({ renderUrl: location, size: 11 })
        expect(files).toHaveLength(time)
      }
    }
  })

  test("B-14: a deletion says that files in the caller's own storage stay", async () => {
    await using _ = startSweeper(world)
    for (const [options, warnings] of [
      [stored, ["Files in the caller's own storage were not deleted."]],
      [sent, undefined],
    ] as const) {
      const answer = await world.post(path, options)
      const id = answer.headers.get('x-service-render-id')!
      const record = await untilEnded(world, id)
      expect(record).not.toHaveProperty('warnings')
      await using _records = await commitRecords(world, [id])
      const authorization = `Bearer ${world.key}`
      const deleted = await world.ask(`/v1/render/${id}`, { method: 'DELETE', headers: { authorization } })
      expect([deleted.status, deleted.body]).toEqual([200, { ...record, ...(warnings && { warnings }) }])
    }
  })

  test('R-7: an asynchronous render is known by its record alone, which has no address', async () => {
    const { body } = await world.post('/v1/render/async', stored)
    const record = await untilEnded(world, body.renderId)
    expect([record.status, record.size, record.renderUrl]).toEqual(['succeeded', 11, undefined])
    expect(await answers.find(body.renderId)).toBeUndefined()
  })

  test('A-PRE-10: is refused where the file would stay here, and with a certificate', async () => {
    for (const [at, options, named = 'secure_mode'] of [
      [path, { html: 'x', secure_mode: true }],
      ['/v1/render/async', sent],
      [path, { ...stored, certify: true }, 'certify'],
      [path, { ...sent, save_html: true }],
    ] as const) {
      const { status, body } = await world.post(at, options)
      expect([status, body.error.code, body.error.details[0].option]).toEqual([400, 'InvalidOptions', named])
    }
  })
})
