import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { until } from '@render/testkit'
import {
  connectFailFast,
  createAdmission,
  DelayedError,
  readMaintenance,
  setMaintenance,
  untilReady,
  type Admission,
  type AdmissionRequest,
} from '../src/index.ts'
import { outcome, startTestQueues, type TestQueues } from './test-queues.ts'

let queues: TestQueues
let parts: AsyncDisposableStack
/** The admission of two gateways. */
let admissions: Admission[]
let projectId: string

beforeAll(async () => {
  parts = new AsyncDisposableStack()
  queues = parts.use(await startTestQueues())
  const connections = [1, 2].map(() => connectFailFast(queues.url))
  for (const redis of connections) parts.adopt(redis, () => redis.disconnect())
  await Promise.all(connections.map((redis) => untilReady(redis)))
  admissions = connections.map((redis) => createAdmission(redis))
})

afterAll(() => parts.disposeAsync())

beforeEach(() => {
  projectId = `prj_${randomUUIDv7()}`
})

const NOT_LIMITED = {
  perMinute: null,
  quota: null,
  maxOutstanding: 1e9,
  maxBytes: 1e12,
  maxAllBytes: 1e12,
  maxQueueMs: 1e9,
  maxWaiting: 1e9,
  hasResources: true,
}
const ids = (number = 1) => Array.from({ length: number }, () => randomUUIDv7())

type Asking = Partial<AdmissionRequest> & { ids?: string[]; bytes?: number }

/** Asks for one render of a byte, unless `asking` has others. */
function admit({ ids: wanted = ids(), bytes = 1, ...asking }: Asking = {}, by = 0) {
  return admissions[by]!.admit({
    keyHash: projectId,
    organisationId: projectId,
    projectId,
    renders: wanted.map((id) => ({ id, bytes })),
    ...NOT_LIMITED,
    ...asking,
  })
}

/** Makes all outstanding and reserved renders seem to have been admitted a day ago. */
async function age(): Promise<void> {
  const [seconds] = (await queues.redis.time()).map(Number)
  for (const key of [`outstanding:${projectId}`, `reserved:${projectId}`])
    for (const id of await queues.redis.zrange(key, '0', '-1'))
      await queues.redis.zadd(key, (seconds! - 24 * 3600) * 1000, id)
}

/** Counts the results of simultaneous requests, half of them to another gateway. */
async function crowd(size: number, asking: Asking) {
  const results = await Promise.all(Array.from({ length: size }, (_, at) => admit(asking, at % 2)))
  const shed = results.map((result) => result.shed ?? 'admitted')
  return Object.fromEntries(
    Map.groupBy(shed, (kind) => kind)
      .entries()
      .map(([kind, all]) => [kind, all.length]),
  )
}

// All but the last fail when the script does not store the remaining tokens.
describe('the rate of a key', () => {
  test('admits the renders of one minute at once, and not one more', async () => {
    expect(await crowd(21, { perMinute: 20 })).toEqual({ admitted: 20, rate: 1 })
  })

  test('returns the remaining renders, the time until all are available again, and the time to wait', async () => {
    const perMinute = 2
    const [first, second, third] = [
      await admit({ perMinute }),
      await admit({ perMinute }),
      await admit({ perMinute }),
    ]
    expect([first, second, third].map(({ rate }) => [rate?.limit, rate?.remaining])).toEqual([
      [2, 1],
      [2, 0],
      [2, 0],
    ])
    const [seconds, micros] = (await queues.redis.time()).map(Number)
    const now = seconds! * 1000 + micros! / 1000
    expect(second.rate!.fullAt - first.rate!.fullAt).toBeCloseTo(30_000, -1)
    expect(third.rate!.fullAt).toBeGreaterThan(now + 30_000)
    expect(third.rate!.fullAt).toBeLessThanOrEqual(now + 60_000)
    expect(third.retryAfterMs).toBeGreaterThan(0)
    expect(third.retryAfterMs).toBeLessThanOrEqual(30_000)
  })

  test('recovers with time', async () => {
    const perMinute = 600
    expect(await admit({ perMinute, ids: ids(600) })).not.toHaveProperty('shed')
    const { shed, retryAfterMs } = await admit({ perMinute, ids: ids(300) })
    expect(shed).toBe('rate')
    expect(retryAfterMs).toBeGreaterThan(10_000)
    await until(async () => (await admit({ perMinute })).shed === undefined)
  })

  test('admits a batch larger than one minute when nothing was used before', async () => {
    expect(await admit({ perMinute: 10, ids: ids(25) })).toMatchObject({ rate: { remaining: 0 } })
    const { shed, retryAfterMs } = await admit({ perMinute: 10 })
    expect(shed).toBe('rate')
    expect(retryAfterMs).toBeGreaterThan(60_000)
  })

  test('belongs to one key, and its Redis key expires once it is full', async () => {
    await admit({ perMinute: 1 })
    expect(await admit({ perMinute: 1 })).toMatchObject({ shed: 'rate' })
    expect(await admit({ perMinute: 1, keyHash: 'another' })).not.toHaveProperty('shed')
    expect(await queues.redis.pttl(`rate:${projectId}`)).toBeLessThanOrEqual(60_000)
  })

  test('is absent from the result without a limit', async () => {
    expect(await admit()).toEqual({ retryAfterMs: 0 })
  })
})

// The first tests fail when the script does not store the ids that it admits.
describe('outstanding renders of a project', () => {
  test('are admitted up to the limit, and not one more', async () => {
    expect(await crowd(15, { maxOutstanding: 10 })).toEqual({ admitted: 10, outstanding: 5 })
    expect(await admit({ maxOutstanding: 10, projectId: `${projectId}_other` })).not.toHaveProperty('shed')
  })

  test('count one by one in a batch, which is admitted as a whole or not at all', async () => {
    expect(await admit({ maxOutstanding: 3, ids: ids(4) })).toMatchObject({ shed: 'outstanding' })
    expect(await admit({ maxOutstanding: 3, ids: ids(3) })).not.toHaveProperty('shed')
    expect(await admit({ maxOutstanding: 3 })).toMatchObject({ shed: 'outstanding' })
  })

  test('decrease when a render is released', async () => {
    const [id] = ids()
    await admit({ maxOutstanding: 1, ids: [id!] })
    await admissions[1]!.release({ organisationId: projectId, projectId }, [id!])
    expect(await crowd(2, { maxOutstanding: 1 })).toEqual({ admitted: 1, outstanding: 1 })
  })

  // Fails when ids leave the set by their age.
  test('count however long they wait, and do not count once their jobs are gone', async () => {
    const [waiting, ended, gone] = ids(3)
    const admitted = { maxOutstanding: 3, maxBytes: 30, bytes: 10, ids: [waiting!, ended!, gone!] }
    expect(await admit(admitted)).not.toHaveProperty('shed')
    await queues.submit({ id: waiting!, projectId })
    await queues.redis.hset(`bull:records:${ended}`, 'timestamp', 1, 'finishedOn', 2)
    await age()
    expect(await crowd(4, { maxOutstanding: 3, maxBytes: 30, bytes: 10 })).toEqual({
      admitted: 2,
      outstanding: 2,
    })
    await age()
    // The two that were admitted and never queued are gone, too.
    expect(await crowd(4, { maxOutstanding: 9, maxBytes: 30, bytes: 10 })).toEqual({ admitted: 2, bytes: 2 })
    await queues.finder.forget(waiting!, { organisationId: projectId, projectId })
  })

  // Fails when the worker does not take the id out of the set.
  test.each(['succeeded', 'failed'])(
    'decrease when a render has %s, before its record is written',
    async (end) => {
      projectId = 'prj_1'
      await using _ = queues.work('renders', async () => {
        if (end === 'failed') throw new Error('It failed.')
        return outcome
      })
      const [id] = ids()
      expect(await admit({ maxOutstanding: 1, ids: [id!] })).not.toHaveProperty('shed')
      await queues.submit({ id: id! })
      await until(async () => (await queues.redis.zcard('outstanding:prj_1')) === 0)
    },
  )

  test('decrease with the record of a render whose worker did not remove it', async () => {
    projectId = 'prj_1'
    const [id] = ids()
    await admit({ ids: [id!] })
    await queues.submit({ id: id! })
    await queues.finder.forget(id!, { organisationId: 'org_1', projectId })
    expect(await queues.redis.zcard('outstanding:prj_1')).toBe(0)
  })
})

// Fails when the script does not add up what it admits.
describe('the bytes of outstanding renders', () => {
  const allBytes = async () => Number((await queues.redis.get('outstanding-bytes')) ?? 0)

  test('are limited for a project and for all together', async () => {
    const before = await allBytes()
    const large = { bytes: 1000, maxBytes: 5000, maxAllBytes: before + 7000 }
    expect(await crowd(9, large)).toEqual({ admitted: 5, bytes: 4 })
    expect(await crowd(1, { ...large, bytes: 1 })).toEqual({ bytes: 1 })
    const another = `${projectId}_other`
    expect(await crowd(9, { ...large, projectId: another })).toEqual({ admitted: 2, 'all-bytes': 7 })
    expect(await admit({ ...large, bytes: 2500, ids: ids(2), maxAllBytes: 1e12 })).toMatchObject({
      shed: 'bytes',
    })
  })

  test('leave with their render, once, and when it is admitted again', async () => {
    const before = await allBytes()
    const [id, other] = ids(2)
    const owner = { organisationId: projectId, projectId }
    await admit({ bytes: 700, ids: [id!, other!] })
    await admit({ bytes: 300, ids: [id!] })
    expect(await allBytes()).toBe(before + 1000)
    await admissions[1]!.release(owner, [id!])
    await queues.finder.forget(id!, owner)
    expect(await allBytes()).toBe(before + 700)
    await queues.finder.forget(other!, owner)
    expect(await allBytes()).toBe(before)
    expect(await queues.redis.exists(`outstanding-bytes:${projectId}`)).toBe(0)
  })

  // Fails when the bytes are taken from the project before they are taken from the total.
  test('leave with their render also when Redis was full in between', async () => {
    const before = await allBytes()
    const [id] = ids()
    const owner = { organisationId: projectId, projectId }
    await admit({ bytes: 700, ids: [id!] })
    await queues.redis.set(`render-options:${id}`, 'sealed')
    await queues.redis.config('SET', 'maxmemory', '1')
    try {
      await expect(queues.finder.forget(id!, owner)).rejects.toThrow(/OOM|EXECABORT/)
      // What takes memory goes all the same.
      expect(await queues.redis.exists(`render-options:${id}`)).toBe(0)
    } finally {
      await queues.redis.config('SET', 'maxmemory', '1gb')
    }
    await queues.finder.forget(id!, owner)
    expect(await allBytes()).toBe(before)
  })

  test('that a worker of the previous version left are forgotten with the last render', async () => {
    const before = await allBytes()
    await admit({ bytes: 700 })
    await queues.redis.del(`outstanding:${projectId}`)
    expect(await admit({ bytes: 300, maxBytes: 300 })).not.toHaveProperty('shed')
    expect(await allBytes()).toBe(before + 300)
  })
})

// The first tests fail when the script reserves nothing.
describe('the quota of an organisation', () => {
  const until = '2096-12-20T10:00:00.000Z'
  const quota = (limit: number, renders = 0, period = until) => ({ quota: { limit, renders, until: period } })

  test('admits renders of all projects up to the quota at once, and not one more', async () => {
    const organisationId = projectId
    const asking = (at: number) => ({ organisationId, projectId: `${projectId}_${at % 3}`, ...quota(10) })
    const results = await Promise.all(Array.from({ length: 15 }, (_, at) => admit(asking(at), at % 2)))
    const shed = results.flatMap((result) => result.shed ?? [])
    expect(shed).toEqual(Array.from({ length: 5 }, () => 'reserved'))
    expect(await admit({ organisationId: 'another', ...quota(1) })).not.toHaveProperty('shed')
  })

  test('counts recorded renders: those the caller knows or those in Redis, whichever is more', async () => {
    expect(await admit(quota(3, 3))).toMatchObject({ shed: 'quota', used: 3 })
    expect(await admit(quota(3, 2))).toMatchObject({ used: 2 })
    const [first, second] = ids(2)
    const organisationId = `${projectId}_told`
    await admit({ organisationId, ids: [first!, second!], ...quota(2) })
    const owner = { organisationId, projectId }
    // Simultaneous records may arrive in any order.
    await queues.finder.forget(second!, owner, { renders: 2, until })
    await queues.finder.forget(first!, owner, { renders: 1, until })
    expect(await admit({ organisationId, ...quota(2, 1) })).toMatchObject({ shed: 'quota', used: 2 })
    const next = '2097-01-20T10:00:00.000Z'
    expect(await admit({ organisationId, ...quota(2, 0, next) })).toEqual({ retryAfterMs: 0, used: 0 })
  })

  test('counts nothing of a period that has ended by the time of Redis', async () => {
    const redisMs = async () => Number((await queues.redis.time())[0]) * 1000
    const endingIn = async (ms: number) => quota(3, 3, new Date((await redisMs()) + ms).toISOString())
    expect(await admit(await endingIn(-1000))).toEqual({ retryAfterMs: 0, used: 0 })
    expect(await admit(await endingIn(60_000))).toMatchObject({ shed: 'quota', used: 3 })
    expect(await admit(quota(3, 3, ''))).toEqual({ retryAfterMs: 0, used: 0 })
  })

  test('gets back renders that failed or were released', async () => {
    const [failed, withdrawn] = ids(2)
    await admit({ ids: [failed!, withdrawn!], ...quota(2) })
    expect(await admit(quota(2))).toMatchObject({ shed: 'reserved' })
    const owner = { organisationId: projectId, projectId }
    await queues.finder.forget(failed!, owner)
    await admissions[1]!.release(owner, [withdrawn!])
    expect(await crowd(3, quota(2))).toEqual({ admitted: 2, reserved: 1 })
  })

  test('admits a batch as a whole or not at all', async () => {
    expect(await admit({ ids: ids(4), ...quota(3) })).toMatchObject({ shed: 'quota' })
    expect(await admit({ ids: ids(3), ...quota(3) })).not.toHaveProperty('shed')
    expect(await admit({ ids: [], ...quota(3) })).not.toHaveProperty('shed')
  })

  // Fails when ids leave the set by their age.
  test('stays reserved for a render however long it waits', async () => {
    const [waiting, gone] = ids(2)
    await admit({ ids: [waiting!, gone!], ...quota(2) })
    await queues.submit({ id: waiting!, projectId })
    await age()
    expect(await crowd(2, quota(2))).toEqual({ admitted: 1, reserved: 1 })
    await queues.finder.forget(waiting!, { organisationId: projectId, projectId })
  })

  test('leaves nothing in Redis without a quota', async () => {
    await admit()
    expect((await queues.redis.keys(`*${projectId}*`)).toSorted()).toEqual([
      `outstanding-bytes:${projectId}`,
      `outstanding:${projectId}`,
    ])
  })
})

describe('maintenance', () => {
  test('admits nothing while it lasts, and returns the time to wait without a rate', async () => {
    const maintenance = { since: '2026-11-21T12:00:00.000Z', retryAfterSeconds: 90, message: 'Back soon.' }
    await setMaintenance(queues.redis, maintenance)
    expect(await readMaintenance(queues.redis)).toEqual(maintenance)
    const expected = { shed: 'maintenance', retryAfterMs: 90_000 }
    expect(await admit({ perMinute: 1 })).toEqual({ ...expected, message: 'Back soon.' })
    await setMaintenance(queues.redis, { ...maintenance, message: null })
    expect(await admit()).toEqual(expected)
    await setMaintenance(queues.redis, null)
    expect(await readMaintenance(queues.redis)).toBeNull()
    expect(await crowd(2, { perMinute: 1 })).toEqual({ admitted: 1, rate: 1 })
  })
})

describe('the estimated wait', () => {
  const queue = 'slow'

  // Fails when nothing is judged without workers.
  test('is the number of renders before it, while no worker reports its speed', async () => {
    const unserved = { queue: 'unserved', maxWaiting: 3 }
    const others = ids(3)
    for (const id of others) {
      expect(await admit(unserved)).not.toHaveProperty('shed')
      await queues.submit({ id, queue: 'unserved', projectId })
    }
    expect(await admit(unserved)).toMatchObject({ shed: 'queue' })
    // Two of them come before another project's next render.
    const another = { ...unserved, projectId: 'another' }
    expect(await admit({ ...another, ids: ids(2) })).toMatchObject({ shed: 'queue' })
    expect(await admit(another)).not.toHaveProperty('shed')
  })

  // Fails when every attempt teaches the estimate.
  test('learns nothing from mocks and from renders that were delayed', async () => {
    const learned = () => queues.redis.exists('render-capacity:renders-taught')
    const [mock, delayed, real] = ids(3)
    const before: number[] = []
    const process = async ({ id }: { id?: string }) => {
      if (id === mock) return { ...outcome, mock: { cost: 0 } }
      if (id === delayed) throw new DelayedError()
      before.push(await learned())
      return outcome
    }
    await using _ = queues.work('renders', process, 1, 'taught')
    for (const id of [mock!, delayed!, real!]) await queues.submit({ id, queue: 'taught' })
    await until(learned)
    expect(before).toEqual([0])
  })

  // Fails when all waiting renders count whatever their priority, and when the estimate refuses nothing.
  test('follows from the queue and the capacity that its workers announce', async () => {
    await Promise.all(ids(3).map((id) => queues.submit({ id, queue, projectId: 'noisy' })))
    const asking = { queue, projectId: 'noisy', maxQueueMs: 0 }
    expect(await admit(asking)).not.toHaveProperty('shed')

    const release = Promise.withResolvers<void>()
    let made = 0
    const makeSlowly = async () => {
      await (made++ === 0 ? new Promise((resolve) => setTimeout(resolve, 100)) : release.promise)
      return outcome
    }
    await using worker = queues.work('renders', makeSlowly, 1, queue)
    const { shed, retryAfterMs } = await until(async () => {
      const result = await admit(asking)
      return result.shed ? result : undefined
    })
    // One render runs and one waits, each for as long as the first took.
    expect([shed, retryAfterMs >= 100]).toEqual(['queue', true])
    expect(await admit({ ...asking, maxQueueMs: 3_600_000 })).not.toHaveProperty('shed')
    expect(await admit({ ...asking, queue: undefined })).not.toHaveProperty('shed')

    // Another project's render comes after one of these, and not after all of them.
    await Promise.all(ids(9).map((id) => queues.submit({ id, queue, projectId: 'noisy' })))
    const fewMs = { maxQueueMs: 5 * retryAfterMs }
    expect(await admit({ ...asking, ...fewMs })).toMatchObject({ shed: 'queue' })
    expect(await admit({ ...asking, ...fewMs, projectId })).not.toHaveProperty('shed')

    release.resolve()
    await until(async () => (await admit(asking)).shed === undefined)
    await worker[Symbol.asyncDispose]()
    expect(await queues.redis.exists('render-capacity:renders-slow')).toBe(0)
  })

  // Fails when each admission reads what all workers announced.
  test('adds up the workers once a second, and when one comes', async () => {
    const [capacity, total] = ['render-capacity:renders-many', 'render-capacity:renders-many:sum']
    const asking = { queue: 'many', maxQueueMs: 0 }
    await queues.redis.hset(capacity, Object.fromEntries(ids(200).map((id) => [id, `1.5 ${Date.now()}`])))
    // Keeps the sum for the test.
    await until(async () => (await admit(asking)) && (await queues.redis.persist(total)) === 1)
    expect(await queues.redis.get(total)).toBe('300')
    const readsOfAll = async () => {
      const stats = await queues.redis.info('commandstats')
      return Number(/cmdstat_hgetall:calls=(\d+)/.exec(stats)?.[1])
    }
    const before = await readsOfAll()
    await Promise.all(ids(20).map((id) => admit({ ...asking, ids: [id] })))
    expect(await readsOfAll()).toBe(before)
    await using _ = queues.work('renders', async () => outcome, 1, 'many')
    await queues.submit({ queue: 'many' })
    await until(async () => (await admit(asking)) && Number(await queues.redis.get(total)) > 300)
  })
})

test('the first exceeded limit is returned, and only admitted renders are outstanding', async () => {
  const beyond = { perMinute: 1, maxOutstanding: 0, hasResources: false }
  await admit({ perMinute: 1 })
  expect(await admit(beyond)).toMatchObject({ shed: 'rate' })
  expect(await admit({ ...beyond, perMinute: null })).toMatchObject({ shed: 'outstanding' })
  expect(await admit({ hasResources: false })).toMatchObject({ shed: 'resources' })
  expect(await queues.redis.zcard(`outstanding:${projectId}`)).toBe(1)
})
