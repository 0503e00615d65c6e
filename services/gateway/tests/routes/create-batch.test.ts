import { afterEach, describe, expect, test } from '@jest/globals'
import { connectBlocking, createBatches, createRenderFinder } from '@render/jobs'
import type { ApiResponse } from '@render/testkit'
import { commitRecords } from '../support/commit-records.ts'
import { ALLOWED_URL } from '../support/start-world.ts'
import { untilEnded } from '../support/until-ended.ts'
import { useWorld } from '../support/use-world.ts'

const path = '/v1/render/batch'
const UUID = /^[0-9a-f-]{36}$/

describe('POST /v1/render/batch', () => {
  const world = useWorld()
  const made: string[] = []

  afterEach(() => void made.splice(0))

  async function post(
    body: object,
    headers: Record<string, string> = {},
    url = world.url,
  ): Promise<ApiResponse> {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${world.key}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }

  const idsOf = ({ body }: ApiResponse): string[] =>
    body.renders.map(({ renderId }: { renderId: string }) => renderId)

  /** Collects the ids of the renders that workers get, but for those of earlier tests. They end after `released`. */
  function noteRenders(released?: Promise<void>): void {
    const since = Date.now()
    world.work.render = async (job) => {
      if (job.timestamp >= since) made.push(job.id!)
      await released
      return world.succeed(job)
    }
  }

  describe('201', () => {
    test('makes every render with its own options, and lists them in the order of the request', async () => {
      const answer = await post({
        renders: [
          { html: 'a', width: 100 },
          { html: 'b', width: 200 },
        ],
      })
      const { batchId } = answer.body
      expect(answer.status).toBe(201)
      expect(answer.body).toEqual({
        status: 'created',
        batchId: expect.stringMatching(UUID),
        statusUrl: `${world.url}/v1/render/batch/${batchId}`,
        renders: idsOf(answer).map((renderId) => ({
          status: 'created',
          renderId: expect.stringMatching(UUID),
          statusUrl: `${world.url}/v1/render/${renderId}`,
        })),
      })
      const ended = await Promise.all(idsOf(answer).map((id) => untilEnded(world, id)))
      expect(ended.map(({ status, width }) => [status, width])).toEqual([
        ['succeeded', 100],
        ['succeeded', 200],
      ])
    })

    test('accepts a hundred renders', async () => {
      noteRenders()
      const answer = await post({ renders: Array.from({ length: 100 }, () => ({ html: 'x' })) })
      const ids = idsOf(answer)
      expect(new Set(ids).size).toBe(100)
      await Promise.all(ids.map((id) => untilEnded(world, id)))
      expect(made.toSorted()).toEqual(ids.toSorted())
    })

    test('returns the warnings of each render and of the batch', async () => {
      const beside = { width: 'wide', html: null, more: 1 }
      const answer = await post({ renders: [{ html: 'a' }, { html: 'b', wdth: 1 }], ...beside })
      expect(answer.body.renders[0]).not.toHaveProperty('warnings')
      expect(answer.body.renders[1].warnings).toEqual([expect.stringContaining('wdth')])
      expect(answer.body.warnings).toEqual([
        expect.stringContaining('"width" has no effect'),
        expect.stringContaining('"more" has no effect'),
      ])
      expect(answer.headers.get('x-service-warnings')).toBe('3')
      const queried = await world.post('/v1/render/batch?width=5', { renders: [{ html: 'a' }] })
      expect(queried.body.warnings).toEqual(['"width" in the query has no effect: send options in the body.'])
    })

    test('stores the index in the batch and the sealed receiver in each record', async () => {
      const renders = [{ html: 'a' }, { html: 'b', render_queue: 'batch' }]
      const answer = await post({ renders, webhook_url: ALLOWED_URL })
      const redis = connectBlocking(world.redis.url)
      await using finder = createRenderFinder(redis)
      try {
        for (const [index, id] of idsOf(answer).entries()) {
          const { batch } = (await finder.recordJobOf(id))!
          expect(batch).toMatchObject({ id: answer.body.batchId, index, size: 2 })
          expect(
            world.openAsDispatcher(batch!.sealedUrl!, { projectId: 'project_1', id: answer.body.batchId }),
          ).toBe(ALLOWED_URL)
        }
      } finally {
        redis.disconnect()
      }
    })
  })

  test('a batch with several queues counts once against the rate, also when it is larger than one minute', async () => {
    const plan = { name: 'limited', rendersPerMinute: 3, rendersPerPeriod: null, maxOutstanding: null }
    const key = world.management.addKey({ plan })
    const queued = { html: 'x', render_queue: 'batch' }
    const renders = [{ html: 'x' }, queued, { html: 'x' }, queued]
    const headers = { authorization: `Bearer ${key}` }
    const { status, headers: received } = await post({ renders }, headers)
    expect([status, received.get('x-ratelimit-remaining')]).toEqual([201, '0'])
    expect((await post({ renders: [queued] }, headers)).status).toBe(429)
  })

  describe('with an Idempotency-Key', () => {
    test('is made once, however often and to whichever gateway it is sent, also once it is recorded', async () => {
      noteRenders()
      await using other = await world.startAnother()
      const body = { renders: [{ html: 'a', width: 1 }, { html: 'b' }], webhook_url: ALLOWED_URL }
      const headers = { 'idempotency-key': 'batch-1' }
      const answers = await Promise.all([
        post(body, headers),
        post({ ...body, renders: [{ width: 1, html: 'a' }, { html: 'b' }] }, headers),
        post(body, headers, `http://127.0.0.1:${other.port}`),
      ])
      for (const answer of answers) expect(answer.body).toEqual(answers[0].body)
      const ids = idsOf(answers[0])
      await Promise.all(ids.map((id) => untilEnded(world, id)))
      expect(made.toSorted()).toEqual(ids.toSorted())
      await using _ = await commitRecords(world, ids)
      expect((await post(body, headers)).body).toEqual(answers[0].body)
      expect(made).toHaveLength(2)
    })

    /** Makes the reservation of a batch look as if its gateway had died before it confirmed the batch. */
    async function interrupt(batchId: string): Promise<void> {
      const redis = connectBlocking(world.redis.url)
      for (const redisKey of await redis.keys('claim:*'))
        if ((await redis.hget(redisKey, 'render')) === batchId) await redis.hset(redisKey, 'queueingUntil', 1)
      redis.disconnect()
    }

    test('is made once although the gateway died before it answered', async () => {
      noteRenders()
      const headers = { 'idempotency-key': 'batch-3' }
      const body = { renders: [{ html: 'a' }, { html: 'b' }] }
      const first = await post(body, headers)
      await interrupt(first.body.batchId)
      const again = await post(body, headers)
      expect([again.status, again.body]).toEqual([201, first.body])
      await Promise.all(idsOf(first).map((id) => untilEnded(world, id)))
      expect(made).toHaveLength(2)
    })

    /** Makes it look as if the gateway had died before it queued the batch; records are committed until it is disposed. */
    async function undo({ body: { batchId, renders } }: ApiResponse): Promise<AsyncDisposable> {
      const [id] = renders.map(({ renderId }: { renderId: string }) => renderId)
      await untilEnded(world, id)
      const committing = await commitRecords(world, [id])
      world.management.dropBatch(batchId)
      const redis = connectBlocking(world.redis.url)
      await createBatches(redis).remove(batchId)
      redis.disconnect()
      await interrupt(batchId)
      return committing
    }

    test('is not outstanding while it is unknown whether it was made', async () => {
      const plan = { name: 'limited', rendersPerMinute: null, rendersPerPeriod: null, maxOutstanding: 1 }
      const key = world.management.addKey({ plan, project: { id: 'project_interrupted', enabled: true } })
      const headers = { authorization: `Bearer ${key}`, 'idempotency-key': 'batch-5' }
      const body = { renders: [{ html: 'a' }] }
      const first = await post(body, headers)
      await using _ = await undo(first)
      await world.management.leave()
      expect((await post(body, headers)).status).toBe(503)
      await world.management.comeBack()
      await interrupt(first.body.batchId)
      expect((await post(body, headers)).status).toBe(201)
    })

    test('is made by the repeated request when the gateway died before it queued the batch', async () => {
      const headers = { 'idempotency-key': 'batch-4' }
      const body = { renders: [{ html: 'a' }] }
      const first = await post(body, headers)
      const { batchId } = first.body
      const [id] = idsOf(first)
      await using _ = await undo(first)

      const again = await post(body, headers)
      expect([again.status, again.body.batchId]).toEqual([201, batchId])
      expect(idsOf(again)).not.toContain(id)
      await untilEnded(world, idsOf(again)[0]!)
      const bearer = { authorization: `Bearer ${world.key}` }
      const { body: status } = await world.ask(`/v1/render/batch/${batchId}`, { headers: bearer })
      expect(status).toMatchObject({ status: 'finished', size: 1, succeeded: 1 })
    })

    test('409: another batch has the key', async () => {
      const headers = { 'idempotency-key': 'batch-2' }
      expect((await post({ renders: [{ html: 'a' }] }, headers)).status).toBe(201)
      const answer = await post({ renders: [{ html: 'a' }, { html: 'b' }] }, headers)
      expect([answer.status, answer.body.error.code]).toEqual([409, 'IdempotencyKeyReused'])
    })
  })

  describe('400', () => {
    test('names every wrong option of every render, and makes none', async () => {
      noteRenders()
      const answer = await post({
        renders: [{ html: 'fine' }, { html: 'x', width: 'wide', height: 0 }, { width: 100 }, 'nothing'],
      })
      const { error } = answer.body
      expect([answer.status, error.code]).toEqual([400, 'InvalidOptions'])
      expect(error.message).toMatch(/^3 of 4 renders cannot be made\. renders\[1\]: "width"/)
      expect(error.details.map(({ option }: { option: string }) => option)).toEqual([
        'renders[1].width',
        'renders[1].height',
        'renders[2]',
        'renders[3]',
      ])
      expect(Object.keys(JSON.parse(error.errors))).toContain('renders[1].height')
      await world.post('/v1/render/sync', { html: 'after' })
      expect(made).toHaveLength(1)
    })

    test('names the refused addresses', async () => {
      const renders = [
        { url: ALLOWED_URL },
        { url: 'http://127.0.0.1/' },
        { html: 'x', webhook_url: 'ftp://a.b' },
      ]
      const answer = await post({ renders })
      expect(answer.body.error.details.map(({ option }: { option: string }) => option)).toEqual([
        'renders[1].url',
        'renders[2].webhook_url',
      ])
    })

    test.each([
      [{}, 'renders'],
      [{ renders: [] }, 'renders'],
      [{ renders: { html: 'x' } }, 'renders'],
      [{ renders: Array.from({ length: 101 }, () => ({ html: 'x' })) }, 'renders'],
      [{ renders: [{ html: 'x' }], webhook_url: 7 }, 'webhook_url'],
      [{ renders: [{ html: 'x' }], webhook_url: 'http://127.0.0.1/' }, 'webhook_url'],
    ])('%#', async (body, option) => {
      const answer = await post(body)
      expect(answer.status).toBe(400)
      expect(answer.body.error.details).toEqual([{ option, message: expect.any(String) }])
    })
  })

  test('401: without a key', async () => {
    expect((await post({ renders: [{ html: 'x' }] }, { authorization: '' })).status).toBe(401)
  })

  test('415: as a form', async () => {
    const answer = await post({}, { 'content-type': 'application/x-www-form-urlencoded' })
    expect([answer.status, answer.body.error.code]).toEqual([415, 'UnsupportedMediaType'])
  })

  describe('with a plan for two outstanding renders', () => {
    const renders = [{ html: 'a' }, { html: 'b' }, { html: 'c', render_queue: 'batch' }]

    function addKey(id: string, rendersPerMinute: number | null) {
      const plan = { name: 'small', rendersPerMinute, rendersPerPeriod: null, maxOutstanding: 2 }
      return { authorization: `Bearer ${world.management.addKey({ project: { id, enabled: true }, plan })}` }
    }

    test('400: three renders; the rate is unused, and none is made', async () => {
      noteRenders()
      const headers = addKey('project_small', 2)
      const { status, body } = await post({ renders }, headers)
      const message = expect.stringContaining('at most 2 renders')
      expect([status, body.error.code, body.error.details]).toEqual([
        400,
        'InvalidOptions',
        [{ option: 'renders', message }],
      ])
      const two = await post({ renders: renders.slice(0, 2) }, headers)
      expect(two.status).toBe(201)
      await Promise.all(idsOf(two).map((id) => untilEnded(world, id)))
      expect(made.toSorted()).toEqual(idsOf(two).toSorted())
    })

    test('429: two renders beside one that has not ended, and none is made', async () => {
      const held = Promise.withResolvers<void>()
      noteRenders(held.promise)
      const headers = addKey('project_busy', null)
      const one = await post({ renders: renders.slice(0, 1) }, headers)
      const two = await post({ renders: renders.slice(1) }, headers)
      held.resolve()
      expect(two.status).toBe(429)
      await untilEnded(world, idsOf(one)[0]!)
      expect(made).toEqual(idsOf(one))
    })
  })

  test('405: GET', async () => {
    const { status, headers } = await world.ask(path)
    expect([status, headers.get('allow')]).toEqual([405, 'POST'])
  })
})
