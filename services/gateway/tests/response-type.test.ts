import { describe, expect, test } from '@jest/globals'
import { RenderError } from '@render/errors'
import { connectBlocking, createWorker, UnrecoverableError, writeFailure, type JobOf } from '@render/jobs'
import { makeArtefactKey } from '@render/storage'
import { sendRequest, type ApiResponse } from '@render/testkit'
import { commitRecords } from './support/commit-records.ts'
import { startWorld } from './support/start-world.ts'
import { useWorld } from './support/use-world.ts'
import { untilEnded } from './support/until-ended.ts'
import { waitingIn } from './support/waiting.ts'

const path = '/v1/render/sync'

describe('response_type', () => {
  const world = useWorld()

  const textOf = ({ body }: ApiResponse) => new TextDecoder().decode(body)

  test('json is the default', async () => {
    const [implied, said, short] = await Promise.all(
      [{}, { response_type: 'json' }, { json: true }].map((options) =>
        world.post(path, { html: 'x', ...options }),
      ),
    )
    for (const { body } of [said!, short!])
      expect(Object.keys(body).toSorted()).toEqual(Object.keys(implied!.body).toSorted())
    expect(implied!.body).not.toHaveProperty('debug')
  })

  test.each([{ response_type: 'jsondebug' }, { debug: true }, { responseType: 'JsonDebug' }])(
    '%j is JSON with debug output',
    async (options) => {
      const sent = {
        html: '<p>markup',
        width: 300,
        wdth: 1,
        cookie: 'session=sesame',
        webhook_url: 'http://user:sesame@127.0.1.1:8000/',
        ...options,
      }
      const { status, body, headers } = await world.post(path, sent)
      expect(status).toBe(200)
      expect(body).toMatchObject({ size: 11, width: 300, renderUrl: expect.any(String) })
      expect(body.debug).toEqual({
        timings: { queue: 3.6, render: 12.4, stages: [{ stage: 'capture', ms: 5 }] },
        attempts: 1,
        options: expect.objectContaining({ width: 300, format: 'png', response_type: 'jsondebug' }),
        engineVersion: 'stable',
        browserVersion: '1.2.3',
        warnings: body.warnings,
      })
      expect(headers.get('x-service-warnings')).toBe(String(body.warnings.length))
      expect(JSON.stringify(body.debug)).not.toMatch(/sesame|markup/)
    },
  )

  test('the debug output of a video says how it was made, and where frames of it are', async () => {
    const video = { method: 'modern', fps: 30, codec: 'h264', arguments: ['-crf', '23'], log: 'x264' }
    world.work.render = async (job) => {
      const { engine, artefact, ...outcome } = await world.succeed(job)
      const files = [0, 75].map((frame) => ({ kind: 'frame' as const, frame, file: artefact }))
      const diagnostics = { console: [], failedRequests: [], video }
      return { ...outcome, artefact, files, engine: { ...engine!, diagnostics } }
    }
    const { body } = await world.post(path, { html: 'x', response_type: 'jsondebug' })
    const frames = [0, 75].map((frame) => ({ frame, url: body.renderUrl }))
    expect(body.debug.video).toEqual({ ...video, frames })
  })

  test('binary is also the copy of a file in a bucket of the caller, and JSON without the copy', async () => {
    const location = 'https://pictures.example/a.png'
    const uploads: unknown[] = []
    const copies: string[] = []
    const removeCopies = () => Promise.all(copies.splice(0).map((key) => world.store.remove(key)))
    world.work.render = async (job) => {
      uploads.push(job.data.upload)
      const { artefact, ...outcome } = await world.succeed(job)
      const { key, ...file } = artefact
      copies.push(key)
      return { ...outcome, artefact: { ...file, location }, ...(job.data.upload?.copy && { answerKey: key }) }
    }
    const keys = { s3_key: 'AKIA', s3_secret: 'sesame', s3_bucket: 'pictures' }
    const store = { html: 'x', use_s3: true, s3_path: '/a', ...keys }
    const stored = await world.post(path, store)
    expect(stored.body).toMatchObject({ renderUrl: location, size: 11 })
    const { status, body, headers } = await world.post(path, { ...store, response_type: 'binary' })
    expect([status, new TextDecoder().decode(body)]).toEqual([200, 'the picture'])
    const renderId = headers.get('x-service-render-id')
    expect((await world.ask(`/v1/render/${renderId}`)).body).toMatchObject({ renderUrl: location })
    expect(uploads).toEqual([{ path: 'a' }, { path: 'a', copy: 'brief' }])
    for (const response_type of ['binary', 'base64'])
      for (const first of [path, '/v1/render/async']) {
        const headers = {
          authorization: `Bearer ${world.key}`,
          'content-type': 'application/json',
          'idempotency-key': response_type + first,
        }
        const send = (to: string) => world.post(to, { ...store, response_type }, { headers })
        expect((await send(first)).status).toBe(first === path ? 200 : 201)
        await removeCopies()
        const repeat = await send(path)
        expect(repeat).toMatchObject({ status: 200, body: { renderUrl: location, size: 11 } })
        expect(repeat.headers.get('content-disposition')).toBeNull()
      }
    const refused = await world.post(path, { html: 'x', use_s3: true })
    expect([refused.status, refused.body.error.code]).toEqual([400, 'NoS3BucketConfigured'])
  })

  test('binary is the file', async () => {
    const { status, body, headers } = await world.post(path, { html: 'x', response_type: 'binary' })
    expect([status, new TextDecoder().decode(body)]).toEqual([200, 'the picture'])
    expect(headers.get('content-type')).toBe('image/png')
    expect(headers.get('content-length')).toBe('11')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-service-request-id')).toBeTruthy()
    const record = await world.ask(`/v1/render/${headers.get('x-service-render-id')}`)
    expect(record.body).toMatchObject({ status: 'succeeded', size: 11 })
  })

  test('A-RESP-8: binary has the name under which it is saved', async () => {
    const { headers } = await world.post(path, {
      html: 'x',
      response_type: 'binary',
      download: 'a/b"\r\n☃.png',
    })
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="ab?.png"; filename*=UTF-8''ab%E2%98%83.png`,
    )
  })

  test.each([0, 1, 2, 3, 100_000, 200_001])('base64 is the file as text: %i bytes', async (length) => {
    const bytes = Buffer.alloc(length, 'picture')
    world.work.render = async (job) => {
      const outcome = await world.succeed(job)
      const key = makeArtefactKey('png')
      await world.store.write(key, { bytes }, { contentType: 'image/png' })
      return { ...outcome, artefact: { ...outcome.artefact, key, sizeBytes: length } }
    }
    const answer = await world.post(path, { html: 'x', response_type: 'base64' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(textOf(answer)).toBe(bytes.toString('base64'))
  })

  test('A-RESP-3: none is 204 with the id in a header', async () => {
    const { status, body, headers } = await world.post(path, { html: 'x', response_type: 'none' })
    expect([status, body.length]).toEqual([204, 0])
    const record = await world.ask(`/v1/render/${headers.get('x-service-render-id')}`)
    expect(record.body.status).toBe('succeeded')
  })

  test.each(['binary', 'base64', 'none', 'jsondebug'])(
    'A-RESP-5: %s has failures in JSON',
    async (response_type) => {
      world.work.render = async () => {
        throw new UnrecoverableError(writeFailure(new RenderError('NavigationError')))
      }
      const { status, body } = await world.post(path, { html: 'x', response_type })
      expect([status, body.error.code]).toEqual([400, 'NavigationError'])
      const wrong = await world.post(path, { html: 'x', width: 0, response_type })
      expect([wrong.status, wrong.body.error.code]).toEqual([400, 'InvalidOptions'])
    },
  )

  describe('after a long wait', () => {
    /** Starts a render that runs until `end`; `url` is the address at which its client can continue to wait. */
    async function startSlowly(options: object) {
      const begun = Promise.withResolvers<string>()
      const proceed = Promise.withResolvers<void>()
      world.work.render = async (job) => {
        begun.resolve(job.id!)
        await proceed.promise
        return world.succeed(job)
      }
      const first = world.post(path, { html: 'x', ...options })
      const id = await begun.promise
      const end = async () => {
        proceed.resolve()
        expect((await first).status).toBe(200)
        return untilEnded(world, id)
      }
      return { id, url: `${world.url}/v1/redirect/${id}/1?redirect_after=60`, end }
    }

    async function expectPicture(answering: Promise<ApiResponse>, id: string): Promise<void> {
      const answer = await answering
      expect([answer.status, textOf(answer)]).toEqual([200, 'the picture'])
      expect(answer.headers.get('content-type')).toBe('image/png')
      expect(answer.headers.get('x-service-render-id')).toBe(id)
    }

    test('is kept, while the render runs and when its record is committed', async () => {
      const { id, url, end } = await startSlowly({ response_type: 'binary', custom_id: 'mine' })
      const answering = sendRequest(url)
      await waitingIn(world, 2)
      await end()
      await expectPicture(answering, id)
      await using _ = await commitRecords(world, [id])
      await expectPicture(sendRequest(url), id)
      const head = await sendRequest(url, { method: 'HEAD' })
      expect([head.status, head.headers.get('content-length'), head.body.length]).toEqual([200, '11', 0])
    })

    test('jsondebug is kept too', async () => {
      const { url, end } = await startSlowly({ response_type: 'jsondebug', custom_id: 'mine' })
      await end()
      const { body } = await sendRequest(url)
      expect(body).toMatchObject({ custom_id: 'mine', debug: { engineVersion: 'stable' } })
    })

    test('a deleted file is 404', async () => {
      const { url, end } = await startSlowly({ response_type: 'binary' })
      const record = await end()
      await world.store.remove(new URL(record.renderUrl).pathname.replace('/renders/', ''))
      const answer = await sendRequest(url)
      expect([answer.status, answer.body.error.code]).toEqual([404, 'NotFound'])
    })
  })

  describe('of an asynchronous render', () => {
    test('jsondebug shows in its status, also once it is recorded', async () => {
      const { body } = await world.post('/v1/render/async', { html: 'x', debug: true, tag: 'a,b' })
      const record = await untilEnded(world, body.renderId)
      expect(record.debug).toMatchObject({ options: { tag: ['a', 'b'] }, browserVersion: '1.2.3' })
      await using _ = await commitRecords(world, [body.renderId])
      expect((await world.ask(`/v1/render/${body.renderId}`)).body).toEqual(record)
    })

    test.each(['binary', 'base64', 'none'])(
      '%s has no effect and causes a warning',
      async (response_type) => {
        const { status, body } = await world.post('/v1/render/async', { html: 'x', response_type })
        expect(status).toBe(201)
        expect(body.warnings).toEqual([expect.stringContaining(`"response_type" ${response_type}`)])
        expect(await untilEnded(world, body.renderId)).toMatchObject({ status: 'succeeded', size: 11 })
      },
    )
  })
})

describe('render_queue', () => {
  test('makes the workers of that queue render it, and no others', async () => {
    await using world = await startWorld()
    const madeBy: string[] = []
    world.work.render = async (job) => {
      madeBy.push('default')
      return world.succeed(job)
    }
    const begun = Promise.withResolvers<string>()
    const proceed = Promise.withResolvers<void>()
    world.work.renderBatch = async (job) => {
      madeBy.push('batch')
      begun.resolve(job.id!)
      await proceed.promise
      return world.succeed(job)
    }
    const answering = world.post(path, { html: 'x', render_queue: 'batch' })
    const renderId = await begun.promise
    const continuing = world.ask(`/v1/redirect/${renderId}/1`)
    await waitingIn(world, 2)
    proceed.resolve()
    for (const { body } of await Promise.all([answering, continuing]))
      expect(body).toMatchObject({ size: 11, renderId })
    const early = await untilEnded(world, renderId)
    await using _ = await commitRecords(world, [renderId])
    expect((await world.ask(`/v1/render/${renderId}`)).body).toEqual(early)
    const unknown = await world.post(path, { html: 'x', render_queue: 'other' })
    expect(unknown.body.warnings).toEqual(['"render_queue" "other" does not exist and was ignored.'])
    expect(madeBy).toEqual(['batch', 'default'])
  })
})

test('A-ENG-1: engine_version, of the request or the project, makes the workers with that build render it', async () => {
  await using world = await startWorld({ ENGINE_VERSIONS: 'stable,latest' })
  await using parts = new AsyncDisposableStack()
  const redis = parts.adopt(connectBlocking(world.redis.url), (connection) => connection.disconnect())
  const render = async (job: JobOf<'renders'>) => {
    const { engine, ...outcome } = await world.succeed(job)
    return { ...outcome, engine: { ...engine!, version: 'latest' }, renderedBy: 'latest-worker' }
  }
  parts.use(createWorker('renders', redis, render, { concurrency: 1, queue: 'latest' }))
  const made = async (options: object, key = world.key) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const answer = await world.post(path, { html: 'x', debug: true, ...options }, { headers })
    const { engineVersion, warnings } = answer.body.debug
    return [engineVersion, answer.headers.get('x-service-rendered-by'), warnings]
  }
  expect(await made({})).toEqual(['stable', 'a-worker', []])
  expect(await made({ engine_version: 'latest' })).toEqual(['latest', 'latest-worker', []])
  const defaults = { engine_version: 'latest' }
  const key = world.management.addKey({ project: { id: 'project_2', enabled: true, defaults } })
  expect(await made({}, key)).toEqual(['latest', 'latest-worker', []])
  expect(await made({ engine_version: 'stable' }, key)).toEqual(['stable', 'a-worker', []])
  const nearest = '"engine_version" experimental is not available: latest was used.'
  expect(await made({ engine_version: 'experimental' })).toEqual(['latest', 'latest-worker', [nearest]])
})

describe('custom_id', () => {
  const world = useWorld()

  test('is returned in the result and in every status', async () => {
    const proceed = Promise.withResolvers<void>()
    world.work.render = async (job) => {
      await proceed.promise
      return world.succeed(job)
    }
    const { body } = await world.post('/v1/render/async', { html: 'x', custom_id: 4711 })
    const early = await world.ask(`/v1/render/${body.renderId}`)
    expect(early.body).toMatchObject({ status: 'created', custom_id: '4711' })
    proceed.resolve()
    expect(await untilEnded(world, body.renderId)).toMatchObject({ custom_id: '4711' })
    expect((await world.post(path, { html: 'x', customId: 'mine' })).body.custom_id).toBe('mine')
    world.work.render = async () => {
      throw new UnrecoverableError(writeFailure(new RenderError('NavigationError')))
    }
    const failing = await world.post('/v1/render/async', { html: 'x', custom_id: 'mine' })
    expect(await untilEnded(world, failing.body.renderId)).toMatchObject({
      status: 'failed',
      custom_id: 'mine',
    })
  })
})
