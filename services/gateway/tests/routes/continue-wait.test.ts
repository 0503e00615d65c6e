import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { RenderError } from '@render/errors'
import { UnrecoverableError, writeFailure } from '@render/jobs'
import { ask, type Answer } from '@render/testkit'
import { commitRecords } from '../support/commit-records.ts'
import { useWorld } from '../support/use-world.ts'
import { waitingIn } from '../support/waiting.ts'

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

  /** A render whose creator was sent on already; the address it was sent to. */
  async function sentOn(): Promise<string> {
    const { status, body } = await world.post('/v1/render/sync', { html: 'x', redirect_after: 1 })
    expect(status).toBe(307)
    return body.redirectUrl
  }

  /** Follows every redirect by one method, without a key; the render ends once there was one. */
  async function follow(address: string, init: RequestInit): Promise<Answer & { hops: number }> {
    for (let hops = 1; ; hops++) {
      const answer = await ask(address, init)
      if (answer.status !== 307) return { ...answer, hops }
      proceed()
      address = answer.headers.get('location')!
    }
  }

  describe('200', () => {
    test.each([
      ['GET', {}],
      ['POST', { body: '{"html":"another"}', headers: { 'content-type': 'application/json' } }],
      ['POST', { body: 'x'.repeat(1_000_000), headers: { 'content-type': 'text/plain' } }],
    ])('followed by %s, without a key, starting nothing', async (method, init) => {
      const answer = await follow(await sentOn(), { method, ...init })
      expect(answer.status).toBe(200)
      expect(answer.hops).toBeGreaterThan(1)
      expect(answer.body).toEqual({
        renderUrl: expect.stringContaining('/renders/'),
        size: 11,
        renderTime: 12,
        queueTime: 4,
        bandwidth: 7,
        width: 1280,
        height: 1024,
        renderId: expect.any(String),
      })
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(started).toBe(1)
    })

    test('followed by a client that does so by itself', async () => {
      setTimeout(proceed, 1500)
      const answer = await world.post(
        '/v1/render/sync',
        { html: 'x', redirect_after: 1 },
        { redirect: 'follow' },
      )
      expect([answer.status, answer.body.size, started]).toEqual([200, 11, 1])
    })

    test('by another gateway than the one that took the render', async () => {
      await using other = await world.startAnother()
      const address = (await sentOn()).replace(world.url, `http://127.0.0.1:${other.port}`)
      const answering = ask(address.replace('redirect_after=1', 'redirect_after=60'))
      await waitingIn({ opsUrl: `http://127.0.0.1:${other.opsPort}` }, 1)
      proceed()
      expect((await answering).body).toMatchObject({ size: 11 })
    })

    test('when it had ended before anybody asked, also by the record', async () => {
      const address = await sentOn()
      const id = /[0-9a-f-]{36}/.exec(address)![0]
      proceed()
      const early = await ask(address)
      expect(early.status).toBe(200)
      await using _ = await commitRecords(world, [id])
      expect((await ask(address)).body).toEqual(early.body)
    })

    test('followed by HEAD, without a body', async () => {
      const answer = await follow(await sentOn(), { method: 'HEAD' })
      expect([answer.status, answer.body.length, started]).toEqual([200, 0, 1])
      expect(answer.hops).toBeGreaterThan(1)
    })

    // Fails when a client that leaves a continuation has its render withdrawn.
    test('for whoever comes back, though a client left that was sent on before the render began', async () => {
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
      const { body } = await world.post('/v1/render/sync', { ...options, redirect_after: 1 })
      const leaving = new AbortController()
      const address = body.redirectUrl.replace('redirect_after=1', 'redirect_after=60')
      const left = ask(address, { signal: leaving.signal })
      await waitingIn(world, 1)
      leaving.abort()
      await expect(left).rejects.toThrow('aborted')
      await waitingIn(world, 0)
      others.resolve()
      expect((await ask(address)).body).toMatchObject({ size: 11 })
    })
  })

  describe('307', () => {
    test('to the next hop, for as long as the render wants', async () => {
      const first = await sentOn()
      const { status, headers, body } = await ask(first)
      expect(status).toBe(307)
      expect(body).toEqual({ redirectUrl: first.replace('/1?', '/2?') })
      expect(headers.get('location')).toBe(body.redirectUrl)
    })

    test('HEAD too', async () => {
      const answer = await ask(await sentOn(), { method: 'HEAD' })
      expect([answer.status, answer.body.length]).toEqual([307, 0])
      expect(answer.headers.get('location')).toContain('/2?')
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
      const address = await sentOn()
      const id = /[0-9a-f-]{36}/.exec(address)![0]
      proceed()
      await using _ = await commitRecords(world, [id])
      world.management.dropRecord(id)
      const answer = await ask(address)
      expect([answer.status, answer.body.status]).toEqual([404, 'not-found'])
    })

    test.each(['/v1/redirect', `/v1/redirect/${UNKNOWN}`])('%s', async (path) => {
      expect((await world.ask(path)).status).toBe(404)
    })
  })

  describe('500', () => {
    test('TimedOutError after the tenth hop', async () => {
      const tenth = (await sentOn()).replace('/1?', '/10?')
      const answer = await ask(tenth)
      expect([answer.status, answer.body.error.code]).toEqual([500, 'TimedOutError'])
    })

    test('the failure of the render, as a short wait tells it', async () => {
      const held = Promise.withResolvers<void>()
      proceed = held.resolve
      world.work.render = async () => {
        await held.promise
        throw new UnrecoverableError(writeFailure(new RenderError('EngineResponseNotOkError')))
      }
      const answer = await follow(await sentOn(), {})
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
