import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { RenderError } from '@render/errors'
import { connectBlocking, createProgressReporter, UnrecoverableError, writeFailure } from '@render/jobs'
import { until, watchEvents, type EventStream, type StreamedEvent } from '@render/testkit'
import { makeApiKey } from '@render/vault'
import { commitRecords } from '../support/commit-records.ts'
import { untilEnded } from '../support/until-ended.ts'
import { useWorld } from '../support/use-world.ts'
import { waitingIn } from '../support/waiting.ts'

const UNKNOWN = '01a1fb0b-71cf-7d1e-ae1d-6942a306a7af'

describe('GET /v1/render/{id}/events', () => {
  const world = useWorld({ HEARTBEAT_SECONDS: '1' })
  let redis: ReturnType<typeof connectBlocking>
  let reporter: ReturnType<typeof createProgressReporter>

  beforeAll(() => {
    redis = connectBlocking(world.redis.url)
    reporter = createProgressReporter(redis)
  })

  afterAll(() => redis.disconnect())

  const create = async (options: object = {}): Promise<string> =>
    (await world.post('/v1/render/async', { html: 'x', ...options })).body.renderId

  const watch = (
    id: string,
    headers: Record<string, string> = {},
    init: RequestInit = {},
  ): Promise<EventStream> =>
    watchEvents(`${world.url}/v1/render/${id}/events`, {
      headers: { authorization: `Bearer ${world.key}`, ...headers },
      ...init,
    })

  async function all({ events }: EventStream): Promise<StreamedEvent[]> {
    return Array.fromAsync(events)
  }

  /** Runs a worker that reports progress and continues when the test allows it. */
  function tellingWorker(): () => void {
    const proceed = Promise.withResolvers<void>()
    world.work.render = async (job) => {
      using progress = reporter.of(job.id!)
      progress.report({ event: 'started', attempt: 1 })
      progress.stage('navigate')
      progress.report({ event: 'retrying', delayMs: 5 })
      progress.report({ event: 'started', attempt: 2 })
      progress.stage('capture')
      await proceed.promise
      return world.succeed(job)
    }
    return proceed.resolve
  }

  describe('200', () => {
    test('every event of a running render, and its status at the end', async () => {
      const proceed = tellingWorker()
      const id = await create({ custom_id: 'mine' })
      const watched = await watch(id)
      expect([watched.status, watched.headers.get('content-type')]).toEqual([
        200,
        'text/event-stream; charset=utf-8',
      ])
      expect(watched.headers.get('cache-control')).toBe('no-store')
      const seen: StreamedEvent[] = []
      for await (const event of watched.events) {
        seen.push(event)
        if (event.event === 'stages' && event.data.stages.includes('capture')) proceed()
      }
      const { body } = await world.ask(`/v1/render/${id}`)
      expect(seen.map(({ event, data }) => [event, data])).toEqual([
        ['created', { renderId: id, status: 'created', statusUrl: body.statusUrl, custom_id: 'mine' }],
        ['started', { attempt: 1 }],
        ['stages', { stages: ['navigate'] }],
        ['retrying', { delayMs: 5 }],
        ['started', { attempt: 2 }],
        ['stages', { stages: ['capture'] }],
        ['succeeded', body],
      ])
    })

    test('the events after the last event of the client', async () => {
      const proceed = tellingWorker()
      const id = await create()
      proceed()
      await untilEnded(world, id)
      const seen = await all(await watch(id))
      for (const at of seen.slice(0, -1).keys())
        expect(await all(await watch(id, { 'last-event-id': seen[at]!.id }))).toEqual(seen.slice(at + 1))
    })

    test('the events after the last event of the client, from another gateway', async () => {
      const proceed = tellingWorker()
      const id = await create()
      const watched = await watch(id)
      await watched.events.next()
      const { value: started } = await watched.events.next()
      await watched.events.return()
      proceed()
      await using other = await world.startAnother()
      const rest = await watchEvents(`http://127.0.0.1:${other.port}/v1/render/${id}/events`, {
        headers: { authorization: `Bearer ${world.key}`, 'last-event-id': started!.id },
      })
      expect((await all(rest)).map(({ event }) => event)).toEqual([
        'stages',
        'retrying',
        'started',
        'stages',
        'succeeded',
      ])
    })

    test('the failure of a render, as in its status', async () => {
      world.work.render = async () => {
        throw new UnrecoverableError(writeFailure(new RenderError('NavigationError')))
      }
      const id = await create()
      const seen = await all(await watch(id))
      expect(seen.at(-1)).toEqual({
        id: expect.any(String),
        event: 'failed',
        data: (await world.ask(`/v1/render/${id}`)).body,
      })
    })

    test('the first and the last event of a render that ended long ago, from its record', async () => {
      const id = await create()
      const status = await untilEnded(world, id)
      await using _ = await commitRecords(world, [id])
      const seen = await all(await watch(id))
      expect(seen.map(({ event }) => event)).toEqual(['created', 'succeeded'])
      expect(seen[1]!.data).toEqual(status)
    })

    test('comments during silence', async () => {
      const proceed = Promise.withResolvers<void>()
      world.work.render = async (job) => {
        await proceed.promise
        return world.succeed(job)
      }
      const watched = await watch(await create())
      const watching = all(watched)
      await until(() => watched.comments.includes(': nothing new'))
      proceed.resolve()
      expect((await watching).map(({ event }) => event)).toEqual(['created', 'succeeded'])
    })

    test.each(['nonsense', '1-', '99999999999999999999-1', '*'])(
      'all events after an unknown id, %s',
      async (id) => {
        const render = await create()
        await untilEnded(world, render)
        expect(await all(await watch(render, { 'last-event-id': id }))).toEqual(
          await all(await watch(render)),
        )
      },
    )

    test('HEAD: without a body', async () => {
      const id = await create()
      const watched = await watch(
        id,
        {},
        { method: 'HEAD', headers: { authorization: `Bearer ${world.key}` } },
      )
      expect([watched.status, await all(watched)]).toEqual([200, []])
    })
  })

  test('204: the client has the last event', async () => {
    const id = await create()
    const seen = await all(await watch(id))
    const again = await watch(id, { 'last-event-id': seen.at(-1)!.id })
    expect([again.status, await all(again)]).toEqual([204, []])
  })

  test('the stream ends when its client disconnects, while the render runs', async () => {
    const proceed = tellingWorker()
    const leaving = new AbortController()
    const id = await create()
    const watched = await watch(
      id,
      {},
      { signal: leaving.signal, headers: { authorization: `Bearer ${world.key}` } },
    )
    await watched.events.next()
    await waitingIn(world, 1)
    leaving.abort()
    await waitingIn(world, 0)
    expect((await world.ask(`/v1/render/${id}`)).body.status).toBe('created')
    proceed()
  })

  describe('401', () => {
    test.each([
      ['NoApiKeySupplied', {}],
      ['ApiKeyWrongFormat', { authorization: 'Bearer nonsense' }],
      ['ApiKeyNotFound', { authorization: `Bearer ${makeApiKey('sk')}` }],
    ])('%s', async (code, headers) => {
      const answer = await world.ask(`/v1/render/${await create()}/events`, { headers })
      expect([answer.status, answer.body.error.code]).toEqual([401, code])
    })
  })

  describe('404', () => {
    const ask = (id: string, key = world.key) =>
      world.ask(`/v1/render/${id}/events`, { headers: { authorization: `Bearer ${key}` } })

    test.each([UNKNOWN, 'not-a-uuid', '%00'])('%s', async (id) => {
      const answer = await ask(id)
      expect([answer.status, answer.body.status]).toEqual([404, 'not-found'])
    })

    test('a key of another project, with the same answer as for an unknown id', async () => {
      const other = world.management.addKey({ project: { id: 'project_2', enabled: true } })
      const [foreign, unknown] = [await ask(await create(), other), await ask(UNKNOWN)]
      expect(foreign.status).toBe(404)
      expect({ ...foreign.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
    })
  })

  test('405: POST', async () => {
    const { status, headers } = await world.ask(`/v1/render/${UNKNOWN}/events`, { method: 'POST' })
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})
