import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { RenderError } from '@render/errors'
import {
  connectFailFast,
  createIdempotencyStore,
  UnrecoverableError,
  untilReady,
  writeFailure,
  type IdempotencyStore,
} from '@render/jobs'
import { createOptions } from '@render/options'
import { sendRequest, until, waitOn, type ApiResponse } from '@render/testkit'
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type { Gateway } from '../../src/service.ts'
import { idempotentRequest } from '../../src/idempotency/idempotency-key.ts'
import { commitRecords } from '../support/commit-records.ts'
import { ALLOWED_URL, startWorld, type World } from '../support/start-world.ts'
import { untilEnded } from '../support/until-ended.ts'
import { waitingIn } from '../support/waiting.ts'

const SYNC = '/v1/render/sync'
const ASYNC = '/v1/render/async'
const IDEMPOTENCY_SECRET = 'a-secret-of-digests'

// The tests of repeated requests were seen to fail when `reserve` of `idempotency-store.ts` returns `fresh` every time.
describe('Idempotency-Key', () => {
  let world: World
  let other: Gateway
  let redis: ReturnType<typeof connectFailFast>
  /** The store as a gateway has it. */
  let store: IdempotencyStore
  /** Ids of the renders that a worker started. */
  let made: string[]

  beforeAll(async () => {
    world = await startWorld({ IDEMPOTENCY_SECRET })
    // Another gateway, which allows public addresses only.
    other = await world.startAnother({ EGRESS_ALLOW: '' })
    redis = connectFailFast(world.redis.url)
    await untilReady(redis)
    store = createIdempotencyStore(redis, IDEMPOTENCY_SECRET)
    renderAtOnce()
  })

  afterAll(async () => {
    redis.disconnect()
    await other[Symbol.asyncDispose]()
    await world[Symbol.asyncDispose]()
  })

  afterEach(renderAtOnce)

  function renderAtOnce(): void {
    made = []
    world.work.render = (job) => {
      made.push(job.id!)
      return world.succeed(job)
    }
  }

  /** Holds renders back; returns the function that lets them end. */
  function hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    world.work.render = async (job) => {
      made.push(job.id!)
      await promise
      return world.succeed(job)
    }
    return resolve
  }

  interface Sending {
    path?: string
    key?: string
    secretKey?: string
    at?: string
  }

  function send(
    options: object,
    { path = SYNC, key = randomUUID(), secretKey = world.key, at = world.url }: Sending,
  ): Promise<ApiResponse> {
    return sendRequest(at + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${secretKey}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(options),
    })
  }

  /** Returns the request for `{html: 'x'}` with a key. */
  function named(key: string) {
    const { options, unknown } = createOptions().parseOptions({ html: 'x' })
    const headers = { 'idempotency-key': key }
    return idempotentRequest({ headers }, { projectId: 'project_1' }, { options, unknown })!
  }

  /** Ends the time in which repeated requests wait for the gateway that reserved a key. */
  async function endLeases(): Promise<void> {
    for (const redisKey of await redis.keys('claim:*')) await redis.hset(redisKey, 'queueingUntil', 0)
  }

  const otherUrl = () => `http://127.0.0.1:${other.port}`

  describe.each([
    [SYNC, 200],
    [ASYNC, 201],
  ])('in POST %s', (path, status) => {
    test(`${status}: a repeated request gets the same render and answer from any gateway, also once it is recorded`, async () => {
      const key = randomUUID()
      const first = await send({ html: 'x', width: 300, nonsense: 1 }, { path, key })
      expect([first.status, first.body.warnings]).toEqual([status, [expect.any(String)]])
      const repeat = () => send({ nonsense: 1, html: 'x', width: '300' }, { path, key, at: otherUrl() })
      const expectSame = ({ body, headers, ...answer }: ApiResponse) => {
        expect([answer.status, body]).toEqual([status, first.body])
        expect(headers.get('x-service-render-id')).toBe(first.body.renderId)
      }
      expectSame(await repeat())
      await using _records = await commitRecords(world, [first.body.renderId])
      expectSame(await repeat())
      expect(made).toEqual([first.body.renderId])
    })

    test(`${status}: twenty requests at once to two gateways make one render and get one answer`, async () => {
      const key = randomUUID()
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          send({ html: 'x' }, { path, key, at: at % 2 ? otherUrl() : world.url }),
        ),
      )
      expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([status]))
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
      await send({ html: 'the last one' }, {})
      expect(made.filter((id) => id === answers[0]!.body.renderId)).toHaveLength(1)
      expect(made).toHaveLength(2)
    })

    test(`${status}: a repeated request is answered although its address would be refused by now`, async () => {
      const key = randomUUID()
      const first = await send({ url: ALLOWED_URL }, { path, key })
      const repeat = await send({ url: ALLOWED_URL }, { path, key, at: otherUrl() })
      expect([repeat.status, repeat.body]).toEqual([status, first.body])
      expect((await send({ url: ALLOWED_URL }, { path, at: otherUrl() })).status).toBe(400)
      await untilEnded(world, first.body.renderId)
    })

    test('409: another request has the key', async () => {
      const key = randomUUID()
      const { body } = await send({ html: 'x' }, { path: SYNC, key })
      const answer = await send({ html: 'y' }, { path, key })
      expect([answer.status, answer.body.error.code]).toEqual([409, 'IdempotencyKeyReused'])
      expect(made).toEqual([body.renderId])
    })

    test.each(['', 'a b', 'k'.repeat(256)])('400: %j is not a valid key', async (key) => {
      const { status: refused, body } = await send({ html: 'x' }, { path, key })
      expect([refused, body.error.code, body.error.message]).toEqual([
        400,
        'InvalidOptions',
        expect.stringMatching(/"Idempotency-Key".* 1 to 255 visible ASCII/),
      ])
      expect(made).toEqual([])
    })

    test('400: a refused request leaves its key free', async () => {
      const key = randomUUID()
      for (const options of [{ html: 'x', width: 0 }, { url: 'http://10.0.0.1' }])
        expect((await send(options, { path, key })).status).toBe(400)
      expect((await send({ html: 'x' }, { path, key })).status).toBe(status)
    })

    test('503: a request while Redis is unavailable leaves its key free', async () => {
      const key = randomUUID()
      world.redisLink.freeze()
      const refused = await send({ html: 'x' }, { path, key })
      world.redisLink.thaw()
      expect([refused.status, refused.body.error.code]).toEqual([503, 'ServiceUnavailable'])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      const answer = await until(async () => {
        const repeat = await send({ html: 'y' }, { path, key })
        return repeat.status === 503 ? undefined : repeat
      })
      expect(answer.status).toBe(status)
    })

    test('a repeated request makes the render that a crashed gateway had reserved and not queued', async () => {
      const key = randomUUID()
      const renderId = randomUUIDv7()
      await store.reserve(named(key), renderId)
      const answering = Promise.all([1, 2].map(() => send({ html: 'x' }, { path, key })))
      await endLeases()
      const answers = await answering
      for (const answer of answers) expect([answer.status, answer.body.renderId]).toEqual([status, renderId])
      await send({ html: 'the last one' }, {})
      expect(made.filter((id) => id === renderId)).toHaveLength(1)
    })

    test('a repeated request finds the render that a crashed gateway had queued and not confirmed', async () => {
      const key = randomUUID()
      const first = await send({ html: 'x' }, { path, key })
      await using _records = await commitRecords(world, [first.body.renderId])
      await endLeases()
      const repeat = await send({ html: 'x' }, { path, key })
      expect([repeat.status, repeat.body]).toEqual([status, first.body])
      await send({ html: 'the last one' }, {})
      expect(made.filter((id) => id === first.body.renderId)).toHaveLength(1)
    })
  })

  test('while the render runs, a repeated synchronous request waits for it, and an asynchronous one gets its id', async () => {
    const proceed = hold()
    const key = randomUUID()
    const first = send({ html: 'x' }, { key })
    await waitingIn(world, 1)
    const second = send({ html: 'x' }, { key })
    await waitingIn(world, 2)
    const third = await send({ html: 'x' }, { key, path: ASYNC })
    expect(third.status).toBe(201)
    proceed()
    const ended = await first
    expect([ended.status, ended.body.renderId]).toEqual([200, third.body.renderId])
    expect((await second).body).toEqual(ended.body)
    expect(made).toHaveLength(1)
  })

  test('307: a repeated request is redirected like the first one', async () => {
    const proceed = hold()
    const key = randomUUID()
    const sendOn = () => send({ html: 'x', redirect_after: 1 }, { key })
    const [first, repeat] = await Promise.all([sendOn(), sendOn()])
    proceed()
    expect([repeat.status, repeat.body]).toEqual([307, first.body])
    expect((await waitOn(first.body.redirectUrl)).body).toMatchObject({ size: 11 })
    expect(made).toHaveLength(1)
  })

  test('500: a repeated request gets the same failure without a new attempt', async () => {
    world.work.render = async (job) => {
      made.push(job.id!)
      throw new UnrecoverableError(writeFailure(new RenderError('RenderTimeoutError')))
    }
    const key = randomUUID()
    for (const answer of [await send({ html: 'x' }, { key }), await send({ html: 'x' }, { key })])
      expect([answer.status, answer.body.error.code]).toEqual([500, 'RenderTimeoutError'])
    expect(made).toHaveLength(1)
  })

  test('404: the render was accepted but is no longer known', async () => {
    const key = randomUUID()
    await store.reserve(named(key), randomUUID())
    await store.accept(named(key))
    const answer = await send({ html: 'x' }, { key })
    expect([answer.status, answer.body.error.code]).toEqual([404, 'RenderNotFound'])
    expect(made).toEqual([])
  })

  test('201: a repeated request gets the same render where its store may not be used without TLS any more', async () => {
    const key = randomUUID()
    const s3 = {
      use_s3: true,
      s3_key: 'a',
      s3_secret: 'b',
      s3_bucket: 'files',
      s3_endpoint: new URL(ALLOWED_URL).origin,
    }
    const sendAt = (at: string) => send({ html: 'x', ...s3 }, { path: ASYNC, key, at })
    const first = await sendAt(world.url)
    expect(first.status).toBe(201)
    const repeat = await sendAt(otherUrl())
    expect([repeat.status, repeat.body]).toEqual([201, first.body])
  })

  test('belongs to one project', async () => {
    const key = randomUUID()
    const project = { id: 'project_2', enabled: true }
    const first = await send({ html: 'x' }, { key })
    const foreign = await send({ html: 'y' }, { key, secretKey: world.management.addKey({ project }) })
    expect(foreign.status).toBe(200)
    expect(foreign.body.renderId).not.toBe(first.body.renderId)
    const again = await send({ html: 'x' }, { key, secretKey: world.management.addKey() })
    expect(again.body).toEqual(first.body)
  })
})
