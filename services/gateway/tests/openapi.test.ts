import { beforeAll, describe, expect, test } from '@jest/globals'
import { RenderError, type ErrorCode } from '@render/errors'
import { UnrecoverableError, writeFailure } from '@render/jobs'
import type { ApiResponse } from '@render/testkit'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { ALLOWED_URL } from './support/start-world.ts'
import { useWorld } from './support/use-world.ts'
import { untilEnded } from './support/until-ended.ts'

const UNKNOWN = '01a1fb0b-71cf-7d1e-ae1d-6942a306a7af'

describe('GET /v1/openapi.json', () => {
  const world = useWorld()
  let served: ApiResponse
  let ajv: Ajv2020

  beforeAll(async () => {
    served = await world.ask('/v1/openapi.json')
    // Keywords of OpenAPI and formats of text are not validated here.
    ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
    ajv.addSchema({ $id: 'api:', ...served.body })
  })

  /** Validates an answer against the document, without members that the document does not name. */
  function complaints(path: string, method: string, { status, body }: ApiResponse): unknown {
    const declared = served.body.paths[path][method].responses[status]
    if (!declared) return `no response ${status}`
    const place = declared.$ref?.slice(1) ?? ['/paths', escaped(path), method, 'responses', status].join('/')
    const $ref = `api:#${place}/content/application~1json/schema`
    const validate = ajv.compile({ $ref, unevaluatedProperties: false })
    return validate(body) ? [] : validate.errors
  }

  const escaped = (path: string) => path.replaceAll('~', '~0').replaceAll('/', '~1')
  const sync = (options: object) => world.post('/v1/render/sync', options)
  const failAs = (code: ErrorCode): never => {
    throw new UnrecoverableError(writeFailure(new RenderError(code, { message: 'It refused.' })))
  }

  test('200: returns the document with the address of this service, without a key, with caching', () => {
    expect(served.status).toBe(200)
    expect(served.body).toMatchObject({ openapi: '3.1.1', servers: [{ url: world.url }] })
    expect(served.headers.get('cache-control')).toBe('public, max-age=300')
    expect(served.headers.get('access-control-allow-origin')).toBe('*')
  })

  describe('describes the answers of POST /v1/render/sync', () => {
    const against = (answer: ApiResponse) => complaints('/v1/render/sync', 'post', answer)

    test.each<[string, object]>([
      ['a result', { html: 'x' }],
      ['a result of an address', { url: ALLOWED_URL }],
      ['a result with warnings', { html: 'x', wdth: 1, block_ads: true }],
      ['a result with what the caller called it', { html: 'x', custom_id: 'mine' }],
      ['a result with how it was made', { html: 'x', response_type: 'jsondebug' }],
    ])('200: %s', async (_, options) => {
      const answer = await sync(options)
      expect([answer.status, against(answer)]).toEqual([200, []])
    })

    test('307', async () => {
      const released = Promise.withResolvers<void>()
      world.work.render = async (job) => {
        await released.promise
        return world.succeed(job)
      }
      const answer = await sync({ html: 'x', redirect_after: 1 })
      expect([answer.status, against(answer)]).toEqual([307, []])
      const { pathname } = new URL(answer.body.redirectUrl)
      const waiting = world.ask(`${pathname}?redirect_after=60`)
      released.resolve()
      const end = await waiting
      expect([end.status, complaints('/v1/redirect/{renderId}/{hop}', 'get', end)]).toEqual([200, []])
    })

    test.each<[number, object, RequestInit]>([
      [400, { html: 'x', width: 'wide', height: 0 }, {}],
      [400, {}, {}],
      [401, { html: 'x' }, { headers: { 'content-type': 'application/json' } }],
      [413, { html: 'x'.repeat(11_000_000) }, {}],
    ])('%i', async (status, options, init) => {
      const answer = await world.post('/v1/render/sync', options, init)
      expect([answer.status, against(answer)]).toEqual([status, []])
    })

    test('409', async () => {
      const headers = {
        authorization: `Bearer ${world.key}`,
        'content-type': 'application/json',
        'idempotency-key': 'once',
      }
      await world.post('/v1/render/sync', { html: 'x' }, { headers })
      const answer = await world.post('/v1/render/sync', { html: 'y' }, { headers })
      expect([answer.status, against(answer)]).toEqual([409, []])
    })

    test('415', async () => {
      const headers = { authorization: `Bearer ${world.key}`, 'content-type': 'text/plain' }
      const answer = await world.post('/v1/render/sync', {}, { headers })
      expect([answer.status, against(answer)]).toEqual([415, []])
    })

    test('200: the response of the target', async () => {
      world.work.render = async (job) => ({
        ...(await world.succeed(job)),
        response: { statusCode: 404, statusCodeInitial: 301 },
      })
      const answer = await sync({ url: ALLOWED_URL })
      expect(answer.body.response).toEqual({ statusCode: 404, statusCodeInitial: 301 })
      expect(against(answer)).toEqual([])
    })

    test.each([
      { thumbnails: [expect.any(Object)], slices: [expect.any(Object)] },
      { thumbnails: { small: expect.any(Object) }, slices: [expect.any(Object)] },
    ])('200: side files, %j', async (sideFiles) => {
      world.work.render = async (job) => {
        const outcome = await world.succeed(job)
        const { artefact: file } = outcome
        return {
          ...outcome,
          files: [
            { kind: 'thumbnail', key: 'small', width: 4, height: 3, file },
            { kind: 'slice', index: 0, offsetY: 0, width: 4, height: 3, file },
          ],
          ...(!Array.isArray(sideFiles.thumbnails) && { thumbnails_object: true }),
        }
      }
      const answer = await sync({ html: 'x' })
      expect(answer.body).toMatchObject(sideFiles)
      expect(against(answer)).toEqual([])
      const [slice] = answer.body.slices
      const wrong = { ...answer, body: { ...answer.body, slices: [{ ...slice, url: 1 }] } }
      expect(against(wrong)).not.toEqual([])
    })

    test.each([
      [400, 'NavigationError'],
      [500, 'RenderTimeoutError'],
    ] as const)('%i: the failure that the worker reported, %s', async (status, code) => {
      world.work.render = () => failAs(code)
      const answer = await sync({ html: 'x' })
      expect([answer.status, answer.body.error.code, against(answer)]).toEqual([status, code, []])
    })
  })

  test('describes the answers of asynchronous requests and of the status', async () => {
    const status = async (id: string) => {
      const answer = await world.ask(`/v1/render/${id}`)
      expect(complaints('/v1/render/{renderId}', 'get', answer)).toEqual([])
      return answer.body.status
    }
    const released = Promise.withResolvers<void>()
    world.work.render = async (job) => {
      await released.promise
      return world.succeed(job)
    }
    const created = await world.post('/v1/render/async', { html: 'x', wdth: 1, custom_id: 'mine' })
    expect([created.status, complaints('/v1/render/async', 'post', created)]).toEqual([201, []])
    expect(await status(created.body.renderId)).toBe('created')
    released.resolve()
    await untilEnded(world, created.body.renderId)
    expect(await status(created.body.renderId)).toBe('succeeded')

    world.work.render = () => failAs('NavigationError')
    const doomed = await world.post('/v1/render', { html: 'x' })
    expect([doomed.status, complaints('/v1/render', 'post', doomed)]).toEqual([201, []])
    await untilEnded(world, doomed.body.renderId)
    expect(await status(doomed.body.renderId)).toBe('failed')
    expect(await status(UNKNOWN)).toBe('not-found')
  })

  test('describes the answers of batch requests', async () => {
    const headers = { authorization: `Bearer ${world.key}` }
    const read = async (id: string) => {
      const answer = await world.ask(`/v1/render/batch/${id}`, { headers })
      expect(complaints('/v1/render/batch/{batchId}', 'get', answer)).toEqual([])
      return answer
    }
    const body = {
      renders: [
        { html: 'x', wdth: 1 },
        { html: 'y', custom_id: 'mine' },
      ],
      more: 1,
    }
    const created = await world.post('/v1/render/batch', body)
    expect([created.status, complaints('/v1/render/batch', 'post', created)]).toEqual([201, []])
    for (const { renderId } of created.body.renders) await untilEnded(world, renderId)
    expect((await read(created.body.batchId)).body.status).toBe('finished')
    expect((await read(UNKNOWN)).status).toBe(404)
    const refused = await world.post('/v1/render/batch', { renders: [{}] })
    expect([refused.status, complaints('/v1/render/batch', 'post', refused)]).toEqual([400, []])
  })

  test.each(['/v1/usage', '/v1/user/me'])('describes the answers of %s', async (path) => {
    const period = { from: '2026-11-20T10:00:00.000Z', until: '2036-12-20T10:00:00.000Z' }
    const project = { id: 'proj_1', name: 'Shop', enabled: true }
    for (const [differing, status] of [
      [{ usage: { renders: 7, ...period }, project }, 200],
      [{ usage: { renders: 7, ...period }, project, plan: null }, 200],
      [{}, 503],
    ] as const) {
      const headers = { authorization: `Bearer ${world.management.addKey(differing)}` }
      const answer = await world.ask(path, { headers })
      expect([answer.status, complaints(path, 'get', answer)]).toEqual([status, []])
    }
  })

  test.each([
    ['/v1/options', '/v1/options', 200],
    ['/v1/options/fullPage', '/v1/options/{name}', 200],
    ['/v1/options/markdown_options', '/v1/options/{name}', 200],
    ['/v1/options/nothing', '/v1/options/{name}', 404],
    ['/renders/2026/1/1/nothing.png', '/renders/{year}/{month}/{day}/{file}', 404],
    ['/health', '/health', 200],
    ['/ready', '/ready', 200],
  ])('describes the answer of %s', async (path, template, status) => {
    const answer = await world.ask(path)
    expect([answer.status, complaints(template, 'get', answer)]).toEqual([status, []])
  })

  test('401 without a key for exactly the operations that require one', async () => {
    interface Operation {
      security?: object[]
    }
    const paths = served.body.paths as Record<string, Record<string, Operation>>
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { security }]) => ({ path, method, isKeyed: !security })),
    )
    expect(operations.length).toBeGreaterThan(20)
    for (const { path, method, isKeyed } of operations) {
      const { status } = await world.ask(path.replaceAll(/\{\w+\}/g, UNKNOWN), { method })
      expect([method, path, status === 401]).toEqual([method, path, isKeyed])
    }
  })

  test('accepts the options that the service accepts, and refuses those that it refuses', async () => {
    const validate = ajv.compile({ $ref: 'api:#/components/schemas/RenderOptions' })
    for (const [options, isValid] of [
      [{ html: 'x', width: 800, format: 'webp', tag: ['a'], unknown: 1 }, true],
      [{ url: ALLOWED_URL, thumbnails: [{ key: 'small', preset: 'sm' }] }, true],
      [{ width: 800 }, false],
      [{ html: 'x', width: 0 }, false],
      [{ html: 'x', format: 'bmp' }, false],
    ] as const) {
      expect({ options, valid: validate(options) }).toEqual({ options, valid: isValid })
      expect({ options, valid: (await sync(options)).status === 200 }).toEqual({ options, valid: isValid })
    }
  })

  test('does not accept members that it does not name', async () => {
    const answer = await sync({ html: 'x' })
    for (const body of [
      { ...answer.body, more: 1 },
      { ...answer.body, size: 'large' },
    ])
      expect(complaints('/v1/render/sync', 'post', { ...answer, body })).not.toEqual([])
  })
})
