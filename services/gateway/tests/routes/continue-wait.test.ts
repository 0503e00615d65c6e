import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { RenderError } from '@render/errors'
import { UnrecoverableError, writeFailure } from '@render/jobs'
import { sendRequest } from '@render/testkit'
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { commitRecords } from '../support/commit-records.ts'
import { useWorld } from '../support/use-world.ts'
import { untilMetric, waitingIn } from '../support/waiting.ts'

const UNKNOWN = '01a1fb0b-71cf-7d1e-ae1d-6942a306a7af'

describe('/v1/redirect/{id}/{hop}', () => {
  const world = useWorld()
  /** Lets the renders of the test end. */
  let proceed: () => void
  let started: number

  beforeEach(() => {
    const held = Promise.withResolvers<void>()
    proceed = held.resolve
    started = 0
    world.work.render = async (job) => {
      started++
      await held.promise
      return world.succeed(job)
    }
  })

  afterEach(() => proceed())

  /** Creates a render that ends with `proceed`, and returns its id. */
  async function create(): Promise<string> {
    return (await world.post('/v1/render/async', { html: 'x' })).body.renderId
  }

  /** Returns the address to which the caller of a render is redirected, by default for a long wait. */
  const addressOf = (id: string, { hop = 1, after = 60, at = world.url } = {}) =>
    `${at}/v1/redirect/${id}/${hop}?redirect_after=${after}`

  /** Requests without a key, by every method. */
  const METHODS: RequestInit[] = [
    { method: 'GET' },
    { method: 'HEAD' },
    { method: 'POST', body: '{"html":"another"}', headers: { 'content-type': 'application/json' } },
    { method: 'POST', body: 'x'.repeat(1_000_000), headers: { 'content-type': 'text/plain' } },
  ]

  describe('200', () => {
    test('with every method, without a key, without making a render', async () => {
      const ids = await Promise.all(METHODS.map(create))
      const answering = METHODS.map((init, at) => sendRequest(addressOf(ids[at]!), init))
      await waitingIn(world, METHODS.length)
      proceed()
      for (const [at, answer] of (await Promise.all(answering)).entries()) {
        expect(answer.status).toBe(200)
        expect(answer.headers.get('cache-control')).toBe('no-store')
        if (METHODS[at]!.method === 'HEAD') expect(answer.body).toHaveLength(0)
        else
          expect(answer.body).toEqual({
            renderUrl: expect.stringContaining('/renders/'),
            size: 11,
            renderTime: 12,
            queueTime: 4,
            bandwidth: 7,
            width: 1280,
            height: 1024,
            renderId: ids[at],
          })
      }
      expect(started).toBe(METHODS.length)
    })

    test('while it reads a large body that is repeated', async () => {
      const request = httpRequest(addressOf(await create()), { method: 'POST' })
      const answered = once(request, 'response') as Promise<[IncomingMessage]>
      await new Promise<void>((sent) => void request.end(Buffer.alloc(16 * 1024 ** 2), sent))
      proceed()
      const [response] = await answered
      expect(response.statusCode).toBe(200)
      response.resume()
    })

    test('for a client that follows redirects by itself', async () => {
      const answering = world.post(
        '/v1/render/sync',
        { html: 'x', redirect_after: 1 },
        { redirect: 'follow' },
      )
      await untilMetric(world, /^http_request_duration_seconds_count\{[^}]*status="307"[^}]*\} (\d+)$/m, 1)
      proceed()
      const answer = await answering
      expect([answer.status, answer.body.size, started]).toEqual([200, 11, 1])
    })

    test('from another gateway than the one that accepted the render', async () => {
      await using other = await world.startAnother()
      const address = addressOf(await create(), { at: `http://127.0.0.1:${other.port}` })
      const answering = sendRequest(address)
      await waitingIn({ metricsUrl: `http://127.0.0.1:${other.metricsPort}` }, 1)
      proceed()
      expect((await answering).body).toMatchObject({ size: 11 })
    })

    test('when the render had ended before the request, also once it is recorded', async () => {
      const id = await create()
      proceed()
      const early = await sendRequest(addressOf(id))
      expect(early.status).toBe(200)
      await using _ = await commitRecords(world, [id])
      expect((await sendRequest(addressOf(id))).body).toEqual(early.body)
    })

    // Fails when the render of a client that disconnects from a continuation is withdrawn.
    test('for a client that returns after it disconnected before the render was started', async () => {
      const others = Promise.withResolvers<void>()
      const first = Promise.withResolvers<void>()
      const options = { html: 'x', render_queue: 'batch' }
      world.work.renderBatch = async (job) => {
        first.resolve()
        await others.promise
        return world.succeed(job)
      }
      await world.post('/v1/render/async', options)
      await first.promise
      const { body } = await world.post('/v1/render/async', options)
      const leaving = new AbortController()
      const address = addressOf(body.renderId)
      const left = sendRequest(address, { signal: leaving.signal })
      await waitingIn(world, 1)
      leaving.abort()
      await expect(left).rejects.toThrow('aborted')
      await waitingIn(world, 0)
      others.resolve()
      expect((await sendRequest(address)).body).toMatchObject({ size: 11 })
    })
  })

  describe('307', () => {
    test('to the next hop with every method, until the render has ended', async () => {
      const id = await create()
      const address = addressOf(id, { after: 1 })
      const answers = await Promise.all(METHODS.map((init) => sendRequest(address, init)))
      const next = addressOf(id, { hop: 2, after: 1 })
      for (const [at, { status, headers, body }] of answers.entries()) {
        expect([status, headers.get('location')]).toEqual([307, next])
        if (METHODS[at]!.method === 'HEAD') expect(body).toHaveLength(0)
        else expect(body).toEqual({ redirectUrl: next })
      }
      proceed()
      expect((await sendRequest(addressOf(id, { hop: 2, after: 60 }))).body).toMatchObject({ size: 11 })
    })
  })

  describe('404', () => {
    test.each([
      `/v1/redirect/${UNKNOWN}/1`,
      '/v1/redirect/nonsense/1',
      `/v1/redirect/${UNKNOWN}/0`,
      `/v1/redirect/${UNKNOWN}/11`,
      `/v1/redirect/${UNKNOWN}/x`,
    ])('%s', async (path) => {
      const answer = await world.ask(path)
      expect([answer.status, answer.body.error.code]).toEqual([404, 'RenderNotFound'])
    })

    test('of a render whose record has expired', async () => {
      const id = await create()
      proceed()
      await using _ = await commitRecords(world, [id])
      world.management.dropRecord(id)
      const answer = await sendRequest(addressOf(id))
      expect([answer.status, answer.body.status]).toEqual([404, 'not-found'])
    })

    test.each(['/v1/redirect', `/v1/redirect/${UNKNOWN}`])('%s', async (path) => {
      expect((await world.ask(path)).status).toBe(404)
    })
  })

  describe('500', () => {
    test('TimedOutError after the tenth hop', async () => {
      const answer = await sendRequest(addressOf(await create(), { hop: 10, after: 1 }))
      expect([answer.status, answer.body.error.code]).toEqual([500, 'TimedOutError'])
    })

    test('the failure of the render, as after a short wait', async () => {
      const held = Promise.withResolvers<void>()
      proceed = held.resolve
      world.work.render = async () => {
        await held.promise
        throw new UnrecoverableError(writeFailure(new RenderError('EngineResponseNotOkError')))
      }
      const answering = sendRequest(addressOf(await create()))
      await waitingIn(world, 1)
      proceed()
      const answer = await answering
      expect([answer.status, answer.body.error.code]).toEqual([500, 'EngineResponseNotOkError'])
    })
  })

  describe('405', () => {
    test.each(['PUT', 'DELETE'])('%s', async (method) => {
      const { status, headers } = await world.ask(`/v1/redirect/${UNKNOWN}/1`, { method })
      expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
    })
  })
})
