import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { connectBlocking } from '@render/jobs'
import type { Account } from '@render/management-client'
import { sendRequest, until, type ApiResponse } from '@render/testkit'
import type { Gateway } from '../src/service.ts'
import { commitRecords } from './support/commit-records.ts'
import { useWorld } from './support/use-world.ts'

const ASYNC = '/v1/render/async'
const SYNC = '/v1/render/sync'
type Limits = Partial<NonNullable<Account['plan']>>

describe('admission', () => {
  const world = useWorld()
  const parts = new AsyncDisposableStack()
  let other: Gateway
  /** A gateway with a full disk, in which synchronous renders may not wait at all. */
  let crowded: Gateway
  /** A gateway with low limits for plans that set none. */
  let strict: Gateway
  let projects = 0

  beforeAll(async () => {
    other = parts.use(await world.startAnother())
    crowded = parts.use(await world.startAnother({ MIN_FREE_DISK_PERCENT: '100', SYNC_QUEUE_SECONDS: '0' }))
    strict = parts.use(await world.startAnother({ RENDERS_PER_MINUTE: '2', MAX_OUTSTANDING: '1' }))
  })

  afterAll(() => parts.disposeAsync())

  /** Returns a key of a new project whose plan has these limits only. */
  function addKey(limits: Limits = {}, projectId = `project_${++projects}_limited`): string {
    const plan = { name: 'limited', rendersPerMinute: null, rendersPerPeriod: null, maxOutstanding: null }
    return world.management.addKey({
      project: { id: projectId, enabled: true },
      plan: { ...plan, ...limits },
    })
  }

  /** Requests a render from this or another gateway. */
  function post(
    key: string,
    { by, path = ASYNC, options = {}, headers = {} }: Post = {},
  ): Promise<ApiResponse> {
    return sendRequest(`${by ? `http://127.0.0.1:${by.port}` : world.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ html: 'x', ...options }),
    })
  }

  interface Post {
    by?: Gateway
    path?: string
    options?: object
    headers?: Record<string, string>
  }

  const summaryOf = ({ status, body }: ApiResponse) =>
    [status, body.error?.code, body.error?.message].filter(Boolean).join(' ')
  const retryAfter = ({ headers }: ApiResponse) => Number(headers.get('retry-after'))
  const rateOf = ({ headers }: ApiResponse) =>
    Object.fromEntries([...headers].filter(([name]) => name.startsWith('x-ratelimit-')))

  /** Holds renders back until `release` is called or they are cancelled. */
  function hold(): { release: () => void } {
    const { promise, resolve } = Promise.withResolvers<void>()
    world.work.render = async (job, signal) => {
      await Promise.race([promise, once(signal, 'abort')])
      signal.throwIfAborted()
      return world.succeed(job)
    }
    return { release: resolve }
  }

  const RATE = /^429 RateLimitExceededError .*per minute/
  const OUTSTANDING = /^429 RateLimitExceededError .*have not ended/
  const QUEUE = /^503 ServiceUnavailable .*waiting/
  const ROOM = /^503 ServiceUnavailable .*overloaded/

  describe('by the rate of a key', () => {
    test('accepts the renders of the plan in both gateways together, and refuses one more', async () => {
      const key = addKey({ rendersPerMinute: 4 })
      const answers = await Promise.all([0, 1, 2, 3, 4].map((at) => post(key, at % 2 ? { by: other } : {})))
      const [refused, ...others] = answers.filter(({ status }) => status !== 201)
      expect(others).toEqual([])
      expect(summaryOf(refused!)).toMatch(RATE)
      expect(retryAfter(refused!)).toBeGreaterThanOrEqual(1)
      expect(retryAfter(refused!)).toBeLessThanOrEqual(15)
      const left = answers.map((answer) => rateOf(answer)['x-ratelimit-remaining'])
      expect(new Set(left)).toEqual(new Set(['0', '1', '2', '3']))
    })

    test('sets the rate headers, also when it refuses', async () => {
      const key = addKey({ rendersPerMinute: 1 })
      for (const status of [201, 429]) {
        const answer = await post(key)
        expect(answer.status).toBe(status)
        const { 'x-ratelimit-reset': reset, 'x-ratelimit-resetdate': date, ...rate } = rateOf(answer)
        expect(rate).toEqual({ 'x-ratelimit-limit': '1', 'x-ratelimit-remaining': '0' })
        expect(Number(reset) * 1000).toBeGreaterThan(Date.now() - 60_000)
        expect(Number(reset) * 1000).toBeLessThanOrEqual(Date.now() + 61_000)
        expect(Math.abs(Date.parse(date!) / 1000 - Number(reset))).toBeLessThanOrEqual(1)
      }
      expect(rateOf(await post(addKey()))).toEqual({})
    })

    test('uses the limit of the operator when the plan has none', async () => {
      const key = addKey({ maxOutstanding: 9 })
      const statuses = [
        await post(key, { by: strict }),
        await post(key, { by: strict }),
        await post(key, { by: strict }),
      ]
      expect(statuses.map(({ status }) => status)).toEqual([201, 201, 429])
    })
  })

  describe('by the renders of a project that have not ended', () => {
    test('accepts the renders of the plan in both gateways together, until one ends', async () => {
      const { release } = hold()
      const key = addKey({ maxOutstanding: 3 }, 'project_busy')
      const answers = await Promise.all(
        [0, 1, 2, 3, 4, 5].map((at) => post(key, at % 2 ? { by: other } : {})),
      )
      const refused = answers.filter(({ status }) => status !== 201)
      expect(refused.map(summaryOf)).toEqual([1, 2, 3].map(() => expect.stringMatching(OUTSTANDING)))
      expect(retryAfter(refused[0]!)).toBeGreaterThanOrEqual(1)
      const ofTheSame = addKey({ maxOutstanding: 3 }, 'project_busy')
      expect(summaryOf(await post(ofTheSame))).toMatch(OUTSTANDING)
      expect((await post(addKey({ maxOutstanding: 3 }))).status).toBe(201)
      release()
      await expectAdmitted(key)
    })

    // Fails when refused renders are not released.
    test('does not count renders that are refused for their options', async () => {
      const key = addKey({ maxOutstanding: 1 })
      for (const options of [
        { width: 'x' },
        { url: 'http://inside.com' },
        { url: 'http://no.such.host.com' },
      ])
        expect((await post(key, { options })).status).toBe(400)
      await expectAdmitted(key)
    })

    // Fails when the place of a render is kept that could not be queued.
    test('does not count renders whose submission failed', async () => {
      const key = addKey({ maxOutstanding: 1 })
      const redis = connectBlocking(world.redis.url)
      // The script that adds a record counts its jobs first.
      await redis.rename('bull:records:id', 'kept')
      await redis.lpush('bull:records:id', 'not a number')
      try {
        const headers = { 'idempotency-key': 'the-failed' }
        const failed = await post(key, { headers })
        expect([failed.status, failed.body.error.code]).toEqual([503, 'ServiceUnavailable'])
      } finally {
        await redis.rename('kept', 'bull:records:id')
        redis.disconnect()
      }
      await expectAdmitted(key)
    })

    test('does not count cancelled renders', async () => {
      await using _ = await commitRecords(world, [])
      const { release } = hold()
      const key = addKey({ maxOutstanding: 1 })
      const { body } = await post(key)
      expect(summaryOf(await post(key))).toMatch(OUTSTANDING)
      const headers = { authorization: `Bearer ${key}` }
      await world.ask(`/v1/render/${body.renderId}`, { method: 'DELETE', headers })
      release()
      await expectAdmitted(key)
    })

    test('uses the limit of the operator when the plan has none', async () => {
      const { release } = hold()
      const key = addKey({ rendersPerMinute: 60 })
      expect((await post(key, { by: strict })).status).toBe(201)
      expect(summaryOf(await post(key, { by: strict }))).toMatch(OUTSTANDING)
      release()
    })

    /** Waits for the moment after which an ended render does not count. */
    async function expectAdmitted(key: string): Promise<void> {
      const answer = await until(async () => {
        const result = await post(key)
        return result.status === 429 ? undefined : result
      })
      expect(answer.status).toBe(201)
    }
  })

  // Fails when repeated requests are admitted like others.
  test('accepts repeated requests without a limit, because they make no render', async () => {
    const { release } = hold()
    const key = addKey({ rendersPerMinute: 1, maxOutstanding: 1 })
    const headers = { 'idempotency-key': 'the-first' }
    const first = await post(key, { headers })
    expect(first.status).toBe(201)
    for (const by of [undefined, other, crowded]) {
      const repeated = await post(key, { by, headers })
      expect([repeated.status, repeated.body.renderId]).toEqual([201, first.body.renderId])
    }
    expect((await post(key, { headers, options: { width: 300 } })).status).toBe(429)
    expect(summaryOf(await post(key, { headers: { 'idempotency-key': 'the-second' } }))).toMatch(RATE)
    release()
  })

  // Seen to fail when `admit-renders.ts` refuses nothing.
  describe('of an overloaded service', () => {
    /** Starts more renders than workers take at once, so that one waits and the capacity is known. */
    async function crowdQueue(): Promise<{ release: () => void }> {
      expect((await post(addKey(), { path: SYNC })).status).toBe(200)
      const held = hold()
      await Promise.all(Array.from({ length: 21 }, () => post(addKey())))
      return held
    }

    test('reports the rate first, then outstanding renders, the queue and the resources', async () => {
      const { release } = await crowdQueue()
      const key = addKey({ rendersPerMinute: 4, maxOutstanding: 1 }, 'project_order')
      const sync = { by: crowded, path: SYNC }
      const anotherKey = addKey({ rendersPerMinute: 4, maxOutstanding: 9 }, 'project_order')
      expect((await post(key)).status).toBe(201)
      for (const _ of [1, 2, 3]) expect(summaryOf(await post(key, sync))).toMatch(OUTSTANDING)
      expect(summaryOf(await post(key, sync))).toMatch(RATE)
      const [byQueue, byRoom] = [await post(anotherKey, sync), await post(anotherKey, { by: crowded })]
      expect(summaryOf(byQueue)).toMatch(QUEUE)
      expect(summaryOf(byRoom)).toMatch(ROOM)
      for (const answer of [byQueue, byRoom]) expect(retryAfter(answer)).toBeGreaterThanOrEqual(1)
      // Asynchronous renders may wait longer in the queue, and the other gateway has resources.
      expect((await post(anotherKey)).status).toBe(201)
      release()
    })

    test('still answers status and health requests, and serves files', async () => {
      const key = addKey()
      const { body: made } = await post(key, { path: SYNC })
      const { release } = await crowdQueue()
      expect(summaryOf(await post(key, { by: crowded }))).toMatch(ROOM)
      const file = new URL(made.renderUrl).pathname
      const paths = [
        '/health',
        '/ready',
        file,
        `/v1/render/${made.renderId}`,
        `/v1/redirect/${made.renderId}/1`,
        '/v1/options',
      ]
      for (const path of paths)
        expect([path, (await sendRequest(`http://127.0.0.1:${crowded.port}${path}`)).status]).toEqual([
          path,
          200,
        ])
      const headers = { authorization: `Bearer ${key}` }
      const status = await sendRequest(`http://127.0.0.1:${crowded.port}/v1/render/${made.renderId}`, {
        headers,
      })
      expect(status.body.status).toBe('succeeded')
      release()
    })
  })

  test('counts refused requests', async () => {
    const metrics = await (await fetch(`${world.metricsUrl}/metrics`)).text()
    expect(metrics).toMatch(/renders_refused_total\{[^}]*limit="rate"[^}]*\} [1-9]/)
    expect(metrics).toMatch(/renders_refused_total\{[^}]*limit="outstanding"[^}]*\} [1-9]/)
  })
})
