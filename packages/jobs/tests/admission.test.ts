import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { until } from '@render/testkit'
import {
  connectImpatiently,
  createAdmission,
  readMaintenance,
  setMaintenance,
  untilReady,
  type Admission,
  type Asking,
} from '../src/index.ts'
import { outcome, startTestQueues, type TestQueues } from './test-queues.ts'

let queues: TestQueues
let parts: AsyncDisposableStack
/** As two gateways have it. */
let admissions: Admission[]
let projectId: string

beforeAll(async () => {
  parts = new AsyncDisposableStack()
  queues = parts.use(await startTestQueues())
  const connections = [1, 2].map(() => connectImpatiently(queues.url))
  for (const redis of connections) parts.adopt(redis, () => redis.disconnect())
  await Promise.all(connections.map((redis) => untilReady(redis)))
  admissions = connections.map((redis) => createAdmission(redis))
})

afterAll(() => parts.disposeAsync())

beforeEach(() => {
  projectId = `prj_${randomUUIDv7()}`
})

const NOT_LIMITED = { perMinute: null, quota: null, maxOutstanding: 1e9, maxQueueMs: 1e9, hasRoom: true }
const ids = (number = 1) => Array.from({ length: number }, () => randomUUIDv7())

function admit(asking: Partial<Asking> = {}, by = 0) {
  return admissions[by]!.admit({
    keyHash: projectId,
    organisationId: projectId,
    projectId,
    ids: ids(),
    ...NOT_LIMITED,
    ...asking,
  })
}

/** What became of so many that ask at once, half of them another gateway. */
async function crowd(size: number, asking: Partial<Asking>) {
  const verdicts = await Promise.all(Array.from({ length: size }, (_, at) => admit(asking, at % 2)))
  const shed = verdicts.map((verdict) => verdict.shed ?? 'admitted')
  return Object.fromEntries(
    Map.groupBy(shed, (kind) => kind)
      .entries()
      .map(([kind, all]) => [kind, all.length]),
  )
}

// All but the last fail when the script does not keep what is left of the tokens.
describe('the rate of a key', () => {
  test('admits as many at once as a minute has, and not one more', async () => {
    expect(await crowd(21, { perMinute: 20 })).toEqual({ admitted: 20, rate: 1 })
  })

  test('tells what is left, when all of it is there again, and how long to wait', async () => {
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

  test('fills again with time', async () => {
    const perMinute = 600
    expect(await admit({ perMinute, ids: ids(600) })).not.toHaveProperty('shed')
    const { shed, retryAfterMs } = await admit({ perMinute, ids: ids(300) })
    expect(shed).toBe('rate')
    expect(retryAfterMs).toBeGreaterThan(10_000)
    await until(async () => (await admit({ perMinute })).shed === undefined)
  })

  test('lets a batch pass that is larger than a minute, when nothing was asked for before', async () => {
    expect(await admit({ perMinute: 10, ids: ids(25) })).toMatchObject({ rate: { remaining: 0 } })
    const { shed, retryAfterMs } = await admit({ perMinute: 10 })
    expect(shed).toBe('rate')
    expect(retryAfterMs).toBeGreaterThan(60_000)
  })

  test("is one key's alone, and nothing lasts of it once it is full", async () => {
    await admit({ perMinute: 1 })
    expect(await admit({ perMinute: 1 })).toMatchObject({ shed: 'rate' })
    expect(await admit({ perMinute: 1, keyHash: 'another' })).not.toHaveProperty('shed')
    expect(await queues.redis.pttl(`rate:${projectId}`)).toBeLessThanOrEqual(60_000)
  })

  test('is not told where there is none', async () => {
    expect(await admit()).toEqual({ retryAfterMs: 0 })
  })
})

// The first ones fail when the script does not keep the ids that it admits.
describe('outstanding renders of a project', () => {
  test('are as many as its limit, and not one more', async () => {
    expect(await crowd(15, { maxOutstanding: 10 })).toEqual({ admitted: 10, outstanding: 5 })
    expect(await admit({ maxOutstanding: 10, projectId: `${projectId}_other` })).not.toHaveProperty('shed')
  })

  test('are counted one by one in a batch, which is admitted whole or not at all', async () => {
    expect(await admit({ maxOutstanding: 3, ids: ids(4) })).toMatchObject({ shed: 'outstanding' })
    expect(await admit({ maxOutstanding: 3, ids: ids(3) })).not.toHaveProperty('shed')
    expect(await admit({ maxOutstanding: 3 })).toMatchObject({ shed: 'outstanding' })
  })

  test('are fewer when one is not made after all', async () => {
    const [id] = ids()
    await admit({ maxOutstanding: 1, ids: [id!] })
    await admissions[1]!.withdraw({ organisationId: projectId, projectId }, [id!])
    expect(await crowd(2, { maxOutstanding: 1 })).toEqual({ admitted: 1, outstanding: 1 })
  })

  // Fails when the script does not remove what is stale.
  test('are forgotten when they are an hour old', async () => {
    const [seconds] = (await queues.redis.time()).map(Number)
    const at = (agoMs: number) => seconds! * 1000 - agoMs
    await queues.redis.zadd(`outstanding:${projectId}`, at(3_605_000), 'stale', at(3_590_000), 'late')
    expect(await crowd(2, { maxOutstanding: 2 })).toEqual({ admitted: 1, outstanding: 1 })
  })

  // Fails when the worker does not take the id out of the set.
  test.each(['succeeded', 'failed'])(
    'are fewer when one has %s, before its record is written',
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

  test('are fewer when the record is written of one whose worker could not tell', async () => {
    projectId = 'prj_1'
    const [id] = ids()
    await admit({ ids: [id!] })
    await queues.submit({ id: id! })
    await queues.finder.forget(id!, { organisationId: 'org_1', projectId })
    expect(await queues.redis.zcard('outstanding:prj_1')).toBe(0)
  })
})

// The first ones fail when the script reserves nothing.
describe('the quota of an organisation', () => {
  const until = '2026-12-20T10:00:00.000Z'
  const quota = (most: number, renders = 0, period = until) => ({ quota: { most, renders, until: period } })

  test('admits as many at once as it has, and not one more, whatever their projects', async () => {
    const organisationId = projectId
    const asking = (at: number) => ({ organisationId, projectId: `${projectId}_${at % 3}`, ...quota(10) })
    const verdicts = await Promise.all(Array.from({ length: 15 }, (_, at) => admit(asking(at), at % 2)))
    const shed = verdicts.flatMap((verdict) => verdict.shed ?? [])
    expect(shed).toEqual(Array.from({ length: 5 }, () => 'reserved'))
    expect(await admit({ organisationId: 'another', ...quota(1) })).not.toHaveProperty('shed')
  })

  test('is used up by what is recorded, as the caller knows or was told here, whichever is more', async () => {
    expect(await admit(quota(3, 3))).toMatchObject({ shed: 'quota', used: 3 })
    expect(await admit(quota(3, 2))).toMatchObject({ used: 2 })
    const [first, second] = ids(2)
    const organisationId = `${projectId}_told`
    await admit({ organisationId, ids: [first!, second!], ...quota(2) })
    const owner = { organisationId, projectId }
    // Those who record at once may tell in any order.
    await queues.finder.forget(second!, owner, { renders: 2, until })
    await queues.finder.forget(first!, owner, { renders: 1, until })
    expect(await admit({ organisationId, ...quota(2, 1) })).toMatchObject({ shed: 'quota', used: 2 })
    const next = '2027-01-20T10:00:00.000Z'
    expect(await admit({ organisationId, ...quota(2, 0, next) })).toEqual({ retryAfterMs: 0, used: 0 })
  })

  test('has again what failed, or was not made after all', async () => {
    const [failed, withdrawn] = ids(2)
    await admit({ ids: [failed!, withdrawn!], ...quota(2) })
    expect(await admit(quota(2))).toMatchObject({ shed: 'reserved' })
    const owner = { organisationId: projectId, projectId }
    await queues.finder.forget(failed!, owner)
    await admissions[1]!.withdraw(owner, [withdrawn!])
    expect(await crowd(3, quota(2))).toEqual({ admitted: 2, reserved: 1 })
  })

  test('admits a batch whole or not at all', async () => {
    expect(await admit({ ids: ids(4), ...quota(3) })).toMatchObject({ shed: 'quota' })
    expect(await admit({ ids: ids(3), ...quota(3) })).not.toHaveProperty('shed')
    expect(await admit({ ids: [], ...quota(3) })).not.toHaveProperty('shed')
  })

  test('leaves nothing in Redis where there is none', async () => {
    await admit()
    expect(await queues.redis.keys(`*${projectId}*`)).toEqual([`outstanding:${projectId}`])
  })
})

describe('maintenance', () => {
  test('admits nobody while it lasts, and says for how long', async () => {
    const maintenance = { since: '2026-11-21T12:00:00.000Z', retryAfterSeconds: 90, message: 'Back soon.' }
    await setMaintenance(queues.redis, maintenance)
    expect(await readMaintenance(queues.redis)).toEqual(maintenance)
    const told = { shed: 'maintenance', retryAfterMs: 90_000 }
    expect(await admit({ perMinute: 1 })).toMatchObject({ ...told, message: 'Back soon.' })
    await setMaintenance(queues.redis, { ...maintenance, message: null })
    expect(await admit()).toEqual(told)
    await setMaintenance(queues.redis, null)
    expect(await readMaintenance(queues.redis)).toBeNull()
    expect(await crowd(2, { perMinute: 1 })).toEqual({ admitted: 1, rate: 1 })
  })
})

describe('the estimated wait', () => {
  const queue = 'slow'

  // Fails when all who wait are counted, whatever their turn, and when the estimate refuses nobody.
  test('is that of the queue, by what its workers say that they make', async () => {
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
      const verdict = await admit(asking)
      return verdict.shed ? verdict : undefined
    })
    // One is under way and one waits, for as long as the first took.
    expect([shed, retryAfterMs >= 100]).toEqual(['queue', true])
    expect(await admit({ ...asking, maxQueueMs: 3_600_000 })).not.toHaveProperty('shed')
    expect(await admit({ ...asking, queue: undefined })).not.toHaveProperty('shed')

    // Another project's turn comes after one of these, and not after all of them.
    await Promise.all(ids(9).map((id) => queues.submit({ id, queue, projectId: 'noisy' })))
    const fewMs = { maxQueueMs: 5 * retryAfterMs }
    expect(await admit({ ...asking, ...fewMs })).toMatchObject({ shed: 'queue' })
    expect(await admit({ ...asking, ...fewMs, projectId })).not.toHaveProperty('shed')

    release.resolve()
    await until(async () => (await admit(asking)).shed === undefined)
    await worker[Symbol.asyncDispose]()
    expect(await queues.redis.exists('render-capacity:renders-slow')).toBe(0)
  })
})

test('the first limit that is exceeded is told, and only what is admitted is outstanding', async () => {
  const beyond = { perMinute: 1, maxOutstanding: 0, hasRoom: false }
  await admit({ perMinute: 1 })
  expect(await admit(beyond)).toMatchObject({ shed: 'rate' })
  expect(await admit({ ...beyond, perMinute: null })).toMatchObject({ shed: 'outstanding' })
  expect(await admit({ hasRoom: false })).toMatchObject({ shed: 'room' })
  expect(await queues.redis.zcard(`outstanding:${projectId}`)).toBe(1)
})
