import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { RenderError } from '@render/errors'
import { createWorker, type Processor, type QueueWorker } from '@render/jobs'
import { readConfig } from '@render/runtime'
import { createSignJob, type SignJob } from '@render/vault'
import { environment } from '../src/config.ts'
import { createContext, type ManagementContext } from '../src/context.ts'
import { findRecord } from '../src/renders/records.ts'
import { createRecordRender } from '../src/renders/record-render.ts'
import { createdAt, outcome, startRenderFlow, type RenderFlow } from './render-flow.ts'
import { startBacking, type Backing } from './start-backing.ts'
import { usagePeriod } from '../src/accounts/usage.ts'
import { randomUUIDv7 } from 'node:crypto'
import { until } from '@render/testkit'

let backing: Backing
let flow: RenderFlow
let context: ManagementContext
let worker: QueueWorker | undefined
let alerts: object[]

beforeAll(async () => {
  backing = await startBacking()
  // Times must not depend on the server's time zone.
  await backing.query(`alter database ${backing.postgres.database} set timezone to 'Asia/Tokyo'`)
  flow = await startRenderFlow(backing.redis.url, backing.owner)
})

afterAll(async () => {
  await flow[Symbol.asyncDispose]()
  await backing[Symbol.asyncDispose]()
})

beforeEach(async () => {
  context = await createContext(readConfig(environment, backing.environment))
  alerts = []
  const logger = { info() {}, warn() {}, error: (details: object) => void alerts.push(details) }
  Object.assign(context, { logger })
})

afterEach(async () => {
  await worker?.[Symbol.asyncDispose]()
  worker = undefined
  await context[Symbol.asyncDispose]()
  await backing.query('truncate renders, usage')
})

/** Consumes `records`, without the pauses between attempts. */
function consume(adjust = (record: Processor<'records'>): Processor<'records'> => record): void {
  const settings = { concurrency: 8, backoff: () => 5, drainMs: 1000 }
  worker = createWorker('records', context.blockingRedis, adjust(createRecordRender(context)), settings)
}

/** Throws once per job after processing it, before the queue completes it; the second attempt completes it. */
function dyingOnce(record: Processor<'records'>): Processor<'records'> {
  const died = new Set<string>()
  return async (job, token, signal) => {
    const finished = await record(job, token, signal)
    if (died.size < died.add(job.id!).size) throw new Error('Cut off before the acknowledgement.')
    return finished
  }
}

const usage = () => backing.query('select renders, period_start, organisation_id, project_id from usage')
const rows = (id: string) => backing.query('select * from renders where id = $1', [id])
const announced = (id: string) => until(() => flow.announced.get(id))

describe('a record that a gateway signed', () => {
  const sign = createSignJob('token-of-the-gateway')

  test('is written', async () => {
    consume()
    const id = await flow.submit({ sign })
    await announced(id)
    expect(await rows(id)).toHaveLength(1)
  })

  test.each<[string, SignJob]>([
    ['its owner changed', (id, record) => sign(id, { ...record, organisationId: 'org_other' })],
    ['it is that of another render', (_id, record) => sign(randomUUIDv7(), record)],
    ['it was signed with another token', createSignJob('token-of-the-dispatcher')],
  ])('is refused with an alert when %s, and counts nothing', async (_, signWrongly) => {
    consume()
    const id = await flow.submit({ sign: signWrongly })
    await until(() => flow.announced.has(id))
    expect([await rows(id), await usage()]).toEqual([[], []])
    expect(alerts).toEqual([expect.objectContaining({ alert: 'record-forged', renderId: id })])
  })
})

describe('a succeeded render', () => {
  test('is recorded with owner, options, outcome and times, counted once, and passed on', async () => {
    consume()
    const options = { format: 'png', width: 800 }
    const id = await flow.submit({ options })
    expect(await announced(id)).toEqual({ status: 'succeeded', outcome })
    expect(await rows(id)).toEqual([
      {
        id,
        organisation_id: backing.owner.organisationId,
        project_id: backing.owner.projectId,
        request_id: `request of ${id}`,
        status: 'succeeded',
        created_at: new Date(createdAt),
        ended_at: new Date(outcome.endedAt),
        attempts: outcome.attempts,
        error: null,
        outcome,
        options,
        batch_id: null,
        batch_index: null,
      },
    ])
    const [organisation] = await backing.query<{ created_at: Date }>('select created_at from organisations')
    expect(await usage()).toEqual([
      {
        renders: 1,
        period_start: await periodStart(organisation!.created_at),
        organisation_id: backing.owner.organisationId,
        project_id: backing.owner.projectId,
      },
    ])
  })

  // Fails when the record does not return the usage.
  test('updates the usage for a plan with a limit and releases its reservation', async () => {
    const { organisationId } = backing.owner
    const [reserved, used] = [`reserved:${organisationId}`, `used:${organisationId}`]
    await backing.query('update plans set renders_per_period = 10')
    consume()
    const error = new RenderError('NavigationError')
    const [first, second, failed] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()]
    await flow.redis.zadd(reserved, 1, first, 1, second, 1, failed, 1, 'another')
    await Promise.all([flow.submit({ id: first }), flow.submit({ id: second })])
    await flow.submit({ id: failed, failure: error })
    for (const id of [first, second, failed]) await announced(id)
    const [organisation] = await backing.query<{ created_at: Date }>('select created_at from organisations')
    const period = usagePeriod(organisation!.created_at, new Date(createdAt))
    expect(await flow.redis.zrange(used, '0', '-1', 'WITHSCORES')).toEqual([period.end.toISOString(), '2'])
    expect(await flow.redis.zrange(reserved, '0', '-1')).toEqual(['another'])
    await backing.query('update plans set renders_per_period = null')
  })

  test('that is a mock is recorded and not counted', async () => {
    consume()
    const mocked = { ...outcome, mock: { cost: 3 } }
    const id = await flow.submit({ outcome: mocked })
    expect(await announced(id)).toEqual({ status: 'succeeded', outcome: mocked })
    expect(await rows(id)).toMatchObject([{ status: 'succeeded', outcome: mocked }])
    expect(await usage()).toEqual([])
  })

  // Fails when all of the outcome is passed on: it stays in Redis until a receiver has answered.
  test('is passed on with what an event can contain, and recorded whole', async () => {
    consume()
    const long = 'x'.repeat(200_000)
    const large = {
      ...outcome,
      data: { metadata: { title: long }, headers: { long }, customData: 'short' },
      engine: { version: '1', browserVersion: '1', stages: [{ stage: long, ms: 1 }] },
    }
    const id = await flow.submit({ outcome: large })
    const data = { customData: 'short' }
    expect(await announced(id)).toEqual({
      status: 'succeeded',
      outcome: { ...outcome, data },
      omitted: ['metadata', 'headers'],
    })
    expect(await rows(id)).toMatchObject([{ outcome: large }])
  })

  test('is removed from the queue once it is recorded', async () => {
    consume()
    const id = await flow.submit()
    await announced(id)
    await until(async () => !(await flow.finder.find(id)))
    expect(await flow.redis.exists(`bull:renders:${id}`)).toBe(0)
    expect((await findRecord(context.database, id))?.status).toBe('succeeded')
  })

  // Fails when the removal is not retried.
  test('is removed after an outage of Redis, and then passed on', async () => {
    const { finder } = context
    let isAway = true
    const forget: typeof finder.forget = (...render) =>
      isAway ? Promise.reject(new Error('Connection is closed.')) : finder.forget(...render)
    context.finder = { ...finder, forget }
    consume()
    const id = await flow.submit()
    await until(async () => (await rows(id)).length > 0)
    expect(await flow.finder.find(id)).toMatchObject({ status: 'succeeded' })
    isAway = false
    expect(await announced(id)).toEqual({ status: 'succeeded', outcome })
    expect(await flow.finder.find(id)).toBeUndefined()
    expect(await flow.redis.exists(`bull:renders:${id}`)).toBe(0)
    expect(await usage()).toMatchObject([{ renders: 1 }])
  })

  // Fails, like the next, when a render is counted although its record is not new.
  test('X39 is counted once and passed on equally when the record is delivered again', async () => {
    consume(dyingOnce)
    const id = await flow.submit()
    expect(await announced(id)).toEqual({ status: 'succeeded', outcome })
    expect(await rows(id)).toHaveLength(1)
    expect(await usage()).toMatchObject([{ renders: 1 }])
    const written = await context.metrics.written.get()
    expect(written.values).toMatchObject([{ value: 1, labels: { status: 'succeeded' } }])
  })

  test('X39 is counted exactly among many concurrent ones, each delivered twice', async () => {
    consume(dyingOnce)
    const ids = await Promise.all(Array.from({ length: 40 }, () => flow.submit()))
    for (const id of ids) await announced(id)
    expect(await usage()).toMatchObject([{ renders: 40 }])
    expect(await backing.query('select count(*)::int as count from renders')).toEqual([{ count: 40 }])
  })

  test('of a deleted organisation is recorded and not counted', async () => {
    consume()
    const id = await flow.submit({ organisationId: 'org_gone' })
    await announced(id)
    expect(await rows(id)).toMatchObject([{ organisation_id: 'org_gone' }])
    expect(await usage()).toEqual([])
  })

  test('is recorded with characters replaced that Postgres cannot store', async () => {
    consume()
    const id = await flow.submit({ options: { html: 'a\0b\ud800c' } })
    await announced(id)
    expect(await rows(id)).toMatchObject([{ options: { html: 'a\ufffdb\ufffdc' } }])
  })
})

describe('a failed render', () => {
  test('is recorded with its error, not counted, and passed on', async () => {
    consume()
    const details = [{ option: 'selector', message: 'no such element' }]
    const failure = new RenderError('RenderFailedError', { message: 'Not there.', details })
    const id = await flow.submit({ failure })
    const error = { code: 'RenderFailedError', message: 'Not there.', details }
    expect(await announced(id)).toEqual({ status: 'failed', error, attempts: 2, endedAt: expect.any(Number) })
    expect(await rows(id)).toMatchObject([{ status: 'failed', attempts: 2, error, outcome: null }])
    expect(await usage()).toEqual([])
  })

  test('keeps the end time of its first record', async () => {
    consume(dyingOnce)
    const id = await flow.submit({ failure: new RenderError('RenderTimeoutError') })
    const received = (await announced(id)) as { endedAt: number }
    const record = await findRecord(context.database, id)
    expect(new Date(received.endedAt).toISOString()).toBe(record?.endedAt)
    expect(await usage()).toEqual([])
  })
})

describe('a record that the database refuses', () => {
  test('fails permanently after five attempts, releases its parent and raises an alert', async () => {
    const attempts: number[] = []
    consume((record) => (job, token, signal) => {
      attempts.push(job.attemptsMade + 1)
      return record(job, token, signal)
    })
    const id = await flow.submit({ id: 'no-uuid' })
    await until(() => flow.announced.has(id))
    expect(flow.announced.get(id)).toBeUndefined()
    expect(attempts).toEqual([1, 2, 3, 4, 5])
    expect(alerts).toEqual([
      expect.objectContaining({ alert: 'record-lost', renderId: id, error: expect.stringContaining('uuid') }),
    ])
    expect((await context.metrics.lost.get()).values).toMatchObject([{ value: 1 }])
    expect(await usage()).toEqual([])
  })

  test('does not block other records', async () => {
    consume()
    const refused = await flow.submit({ id: 'no-uuid-either' })
    const id = await flow.submit()
    expect(await announced(id)).toMatchObject({ status: 'succeeded' })
    await until(() => flow.announced.has(refused))
  })
})

/** Returns the start of a period as the database computes it, independently of the code under test. */
async function periodStart(organisationCreatedAt: Date): Promise<Date> {
  const [row] = await backing.query<{ start: Date }>(
    `select max(start) as start from (
       select (($1::timestamptz at time zone 'UTC') + n * interval '1 month') at time zone 'UTC' as start
       from generate_series(-1200, 1200) as n) as starts
     where start <= $2::timestamptz`,
    [organisationCreatedAt, createdAt],
  )
  return row!.start
}
