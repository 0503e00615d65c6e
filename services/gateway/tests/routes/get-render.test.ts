import { describe, expect, test } from '@jest/globals'
import { RenderError } from '@render/errors'
import { UnrecoverableError, writeFailure } from '@render/jobs'
import { internalPaths } from '@render/management-client'
import { makeApiKey } from '@render/vault'
import { commitRecords } from '../support/commit-records.ts'
import { useWorld } from '../support/use-world.ts'
import { untilEnded } from '../support/until-ended.ts'

const UNKNOWN = '01a1fb0b-71cf-7d1e-ae1d-6942a306a7af'

describe('GET /v1/render/{id}', () => {
  const world = useWorld()

  const create = async (options: object = {}): Promise<string> =>
    (await world.post('/v1/render/async', { html: 'x', ...options })).body.renderId
  const read = (id: string, headers: Record<string, string> = {}) =>
    world.ask(`/v1/render/${id}`, { headers })

  describe('200', () => {
    test('created, until the render has ended', async () => {
      const proceed = Promise.withResolvers<void>()
      world.work.render = async (job) => {
        await proceed.promise
        return world.succeed(job)
      }
      const id = await create()
      expect(await read(id)).toMatchObject({
        status: 200,
        body: { renderId: id, status: 'created', statusUrl: `${world.url}/v1/render/${id}` },
      })
      proceed.resolve()
      await untilEnded(world, id)
    })

    test('succeeded, with all members of a synchronous answer', async () => {
      const sync = await world.post('/v1/render/sync', { html: 'x' })
      const { body, headers } = await read(sync.body.renderId)
      expect(body).toEqual({
        ...sync.body,
        status: 'succeeded',
        statusUrl: `${world.url}/v1/render/${sync.body.renderId}`,
      })
      expect(headers.get('x-service-render-time')).toBe('12')
      expect(headers.get('cache-control')).toBe('no-store')
    })

    test('failed, with the message in the error, the reason and a header', async () => {
      world.work.render = async () => {
        throw new UnrecoverableError(
          writeFailure(new RenderError('NavigationError', { message: 'Refused ä.' })),
        )
      }
      const id = await create()
      await untilEnded(world, id)
      const { status, body, headers } = await read(id)
      expect(status).toBe(200)
      expect(body).toEqual({
        renderId: id,
        status: 'failed',
        statusUrl: `${world.url}/v1/render/${id}`,
        error: { message: 'Refused ä.', code: 'NavigationError' },
        reason: 'Refused ä.',
      })
      expect(headers.get('x-service-error-message')).toBe('Refused  .')
    })

    test('failed, with the number of attempts for jsondebug', async () => {
      world.work.render = async () => {
        throw new UnrecoverableError(writeFailure(new RenderError('NavigationError'), 3))
      }
      const id = await create({ response_type: 'jsondebug', width: 77 })
      await untilEnded(world, id)
      expect((await read(id)).body.debug).toEqual({
        attempts: 3,
        options: expect.objectContaining({ width: 77 }),
      })
    })

    test('failed, with EngineAsyncResponseNotOkError for a failure of the engine', async () => {
      world.work.render = async () => {
        throw new UnrecoverableError('whatever')
      }
      const id = await create()
      await untilEnded(world, id)
      expect((await read(id)).body.error.code).toBe('EngineAsyncResponseNotOkError')
    })

    test('the same once the render is recorded and gone from the queue', async () => {
      const id = await create()
      const early = await untilEnded(world, id)
      await using _ = await commitRecords(world, [id])
      world.management.requests.length = 0
      expect((await read(id)).body).toEqual(early)
      // One poll costs one request to management.
      expect(world.management.questions()).toEqual([internalPaths.record(id)])
    })

    test.each(['_ps', '_pa'])('for an id with the suffix %s', async (ending) => {
      const id = await create()
      expect((await read(id + ending)).body.renderId).toBe(id)
    })

    test('with a key of the project of the render', async () => {
      const id = await create()
      expect((await read(id, { authorization: `Bearer ${world.key}` })).status).toBe(200)
      await untilEnded(world, id)
      await using _ = await commitRecords(world, [id])
      expect((await read(id, { authorization: `Bearer ${world.key}` })).status).toBe(200)
    })

    test('HEAD: without a body', async () => {
      const answer = await world.ask(`/v1/render/${await create()}`, { method: 'HEAD' })
      expect([answer.status, answer.body.length]).toEqual([200, 0])
    })
  })

  describe('400', () => {
    test.each(['/v1/render/', '/v1/render'])('NoRenderIdProvided for %s', async (path) => {
      const answer = await world.ask(path)
      expect([answer.status, answer.body.error.code]).toEqual([400, 'NoRenderIdProvided'])
    })
  })

  describe('401', () => {
    test.each([
      ['ApiKeyWrongFormat', 'Bearer nonsense'],
      ['ApiKeyWrongFormat', 'Basic abc'],
      ['ApiKeyNotFound', `Bearer ${makeApiKey('sk')}`],
    ])('%s, although no key is needed', async (code, authorization) => {
      const answer = await read(await create(), { authorization })
      expect([answer.status, answer.body.error.code]).toEqual([401, code])
    })
  })

  describe('404', () => {
    const notFound = {
      error: { message: 'No render has this id.', code: 'RenderNotFound' },
      status: 'not-found',
    }

    test.each([
      UNKNOWN,
      'not-a-uuid',
      `${UNKNOWN}_px`,
      `${UNKNOWN}'--`,
      'a'.repeat(10_000),
      '%00',
      '..%2f..%2fetc%2fpasswd',
    ])('%s', async (id) => {
      const answer = await read(id)
      expect(answer.status).toBe(404)
      expect(answer.body).toEqual({ ...notFound, requestId: expect.any(String) })
    })

    test('a key of another project, with the same answer as for an unknown id', async () => {
      const other = world.management.addKey({ project: { id: 'project_2', enabled: true } })
      const headers = { authorization: `Bearer ${other}` }
      const id = await create()
      await untilEnded(world, id)
      expect((await read(id)).status).toBe(200)
      expect((await read(id, headers)).body).toEqual({ ...notFound, requestId: expect.any(String) })
      await using _ = await commitRecords(world, [id])
      expect((await read(id)).status).toBe(200)
      expect((await read(id, headers)).body).toEqual({ ...notFound, requestId: expect.any(String) })
    })
  })

  describe('405', () => {
    test('POST', async () => {
      const { status, headers } = await world.ask(`/v1/render/${UNKNOWN}`, { method: 'POST' })
      expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, DELETE'])
    })
  })
})
