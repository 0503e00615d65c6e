import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { RenderError } from '@render/errors'
import { createWorker, type BatchMember, type Processor } from '@render/jobs'
import { readConfig } from '@render/runtime'
import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '@render/testkit'
import { environment } from '../src/config.ts'
import { createContext, type ManagementContext } from '../src/context.ts'
import { finishBatch } from '../src/renders/finish-batch.ts'
import { findBatch } from '../src/renders/records.ts'
import { createRecordRender } from '../src/renders/record-render.ts'
import { createdAt, startRenderFlow, type RenderFlow } from './render-flow.ts'
import { startBacking, type Backing } from './start-backing.ts'

let backing: Backing
let flow: RenderFlow
let context: ManagementContext
let parts: AsyncDisposableStack

beforeAll(async () => {
  backing = await startBacking()
  flow = await startRenderFlow(backing.redis.url, backing.owner)
})

afterAll(async () => {
  await flow[Symbol.asyncDispose]()
  await backing[Symbol.asyncDispose]()
})

beforeEach(async () => {
  parts = new AsyncDisposableStack()
  context = parts.use(await createContext(readConfig(environment, backing.environment)))
})

afterEach(async () => {
  await parts.disposeAsync()
  flow.events.splice(0)
})

function consume(adjust = (record: Processor<'records'>): Processor<'records'> => record): void {
  const settings = { concurrency: 8, backoff: () => 5, drainMs: 1000 }
  parts.use(createWorker('records', context.blockingRedis, adjust(createRecordRender(context)), settings))
}

/** Delivers each record twice, the second time possibly after its event was sent. */
function twice(record: Processor<'records'>): Processor<'records'> {
  const died = new Set<string>()
  return async (job, token, signal) => {
    const isAgain = died.has(job.id!)
    if (isAgain && (await pendingOf(job.data.batch!.id)) === 0) await until(() => flow.events.length > 0)
    const finished = await record(job, token, signal)
    if (died.size < died.add(job.id!).size) throw new Error('Cut off before the acknowledgement.')
    return finished
  }
}

/** Finishes the renders of a batch, every third with a failure; returns their ids. */
async function submitBatch(place: Omit<BatchMember, 'index'>, indices: number[]): Promise<string[]> {
  return Promise.all(
    indices.map((index) =>
      flow.submit({
        batch: { ...place, index },
        ...(index % 3 === 2 && { failure: new RenderError('NavigationError') }),
      }),
    ),
  )
}

const newPlace = (size: number) => ({
  id: randomUUIDv7(),
  size,
  createdAt: Date.parse(createdAt),
  sealedUrl: 'sealed',
})

const pendingOf = async (id: string) =>
  (await backing.query<{ pending: number }>('select pending from batches where id = $1', [id]))[0]?.pending

describe('a batch', () => {
  test('sends one event with all results when its last render is recorded', async () => {
    consume()
    const place = newPlace(4)
    await context.batches.save({ ...place, projectId: backing.owner.projectId, renderIds: [] })
    const first = await submitBatch(place, [0, 1, 2])
    await until(async () => (await pendingOf(place.id)) === 1)
    await sleep(200)
    expect(flow.events).toEqual([])
    expect(await context.batches.find(place.id)).toBeDefined()
    const ids = [...first, ...(await submitBatch(place, [3]))]
    await until(() => flow.events.length > 0)
    expect(flow.events).toEqual([
      {
        id: place.id,
        body: {
          event: 'batch.finished',
          batchId: place.id,
          result: {
            size: 4,
            succeeded: 3,
            failed: 1,
            renders: ids.map((renderId, index) => ({
              renderId,
              status: index === 2 ? 'failed' : 'succeeded',
            })),
          },
          meta: { startTime: createdAt, endTime: expect.stringMatching(/^\d{4}-.*Z$/) },
        },
      },
    ])
    await until(async () => !(await context.batches.find(place.id)))
  })

  // Fails when finishedAt is not stored.
  // Fails when `write-record.ts` counts a batch down for a record that is not new.
  test('sends exactly one event although every record is delivered twice, eight at a time', async () => {
    consume(twice)
    const place = newPlace(40)
    const ids = await submitBatch(place, [...Array(40).keys()])
    for (const id of ids) await until(() => flow.announced.has(id))
    await sleep(300)
    expect(flow.events.map(({ id }) => id)).toEqual([place.id])
    expect(await pendingOf(place.id)).toBe(0)
    expect(await findBatch(context.database, place.id)).toMatchObject({
      projectId: backing.owner.projectId,
      createdAt,
      renders: ids.map((renderId) => ({ renderId })),
    })
  })

  // Fails when no render claims the batch.
  test('is finished by one render, also when the record of another arrives meanwhile', async () => {
    const { webhooks } = context
    const place = newPlace(1)
    const other = {
      ...backing.owner,
      renderId: randomUUIDv7(),
      requestId: 'r',
      batch: { ...place, index: 0 },
    }
    let added = 0
    Object.assign(context, {
      webhooks: {
        add: async (...events: Parameters<typeof webhooks.add>) => {
          if (++added === 1) await finishBatch(context, other)
          return webhooks.add(...events)
        },
      },
    })
    consume()
    await submitBatch(place, [0])
    await until(() => flow.events.length > 0)
    expect(added).toBe(1)
  })

  test('without webhook is finished without an event', async () => {
    consume()
    const { sealedUrl: _, ...place } = newPlace(1)
    const [id] = await submitBatch(place, [0])
    await until(() => flow.announced.has(id!))
    expect(await pendingOf(place.id)).toBe(0)
    await sleep(200)
    expect(flow.events).toEqual([])
  })

  // Fails when the batch is locked while its event is queued.
  test('sends its event after an outage of the queue at the last record, for which no transaction waits', async () => {
    const { webhooks } = context
    let refusals = 0
    const waiting: object[] = []
    const idle = `select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`
    Object.assign(context, {
      webhooks: {
        add: async (...events: Parameters<typeof webhooks.add>) => {
          waiting.push(...(await backing.query(idle)))
          if (++refusals <= 6) throw new Error('Connection is closed.')
          return webhooks.add(...events)
        },
      },
    })
    consume()
    const place = newPlace(1)
    await submitBatch(place, [0])
    await until(() => flow.events.length > 0)
    expect(flow.events.map(({ id }) => id)).toEqual([place.id])
    expect(refusals).toBe(7)
    expect(waiting).toEqual([])
  })

  test('with an unknown or malformed id is undefined', async () => {
    expect(await findBatch(context.database, randomUUIDv7())).toBeUndefined()
    expect(await findBatch(context.database, 'none')).toBeUndefined()
  })
})
