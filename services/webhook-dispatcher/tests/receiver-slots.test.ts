// Fails with 400 slots instead of 4, without the limit of timeouts, and with slots that never expire.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { until } from '@render/testkit'
import { createReceiverSlots, type Receiver, type ReceiverSlots, type Slot } from '../src/receiver-slots.ts'
import { startTestBench, type TestBench } from './test-bench.ts'

let bench: TestBench

beforeAll(async () => {
  bench = await startTestBench()
})

afterAll(() => bench[Symbol.asyncDispose]())

describe('slots of a receiver', () => {
  let slots: ReceiverSlots
  let promoted: string[]
  let absent: Set<string>
  /** Makes the hosts of a test its own. */
  let run: string
  let receiver: Receiver

  beforeEach(async () => {
    // Slots of a project over all hosts; those at a host are of the test's own hosts.
    for (const key of await bench.redis.keys('receiver:project:*')) await bench.redis.del(key)
    promoted = []
    run = `host-${Math.random()}`
    absent = new Set()
    receiver = receiverOf('https://receiver.example/hook')
    slots = slotsOf({})
  })

  function slotsOf({ leaseMs = 60_000, probeEveryMs = 60_000 }): ReceiverSlots {
    const promote = async (jobId: string) => {
      if (absent.has(jobId)) return false
      promoted.push(jobId)
      return true
    }
    return createReceiverSlots({ redis: bench.redis, queue: { promote }, leaseMs, probeEveryMs })
  }

  function receiverOf(address: string, projectId = 'prj_1'): Receiver {
    const url = new URL(address)
    return { projectId, url: { host: `${run}.${url.host}`, origin: url.origin, pathname: url.pathname } }
  }

  function takeAll(...ids: string[]): Promise<string[]> {
    return takeOf(receiver, ids)
  }

  async function takeOf(of: Receiver, ids: string[]): Promise<string[]> {
    const states: string[] = []
    for (const id of ids) states.push((await slots.take(of, id)).state)
    return states
  }

  async function timeOut(...ids: string[]): Promise<void> {
    for (const id of ids) {
      expect(await takeAll(id)).toEqual(['go'])
      await slots.free(receiver, id, 'timeout')
    }
  }

  async function makeProbeDue(): Promise<void> {
    const [key] = await bench.redis.keys(`*${run}*:timeouts`)
    await bench.redis.hset(key!, 'probeAt', 1)
  }

  test('are limited to four per project and host, across dispatchers', async () => {
    expect(await takeAll('a', 'b', 'c', 'd', 'e')).toEqual(['go', 'go', 'go', 'go', 'busy'])
    expect(await slotsOf({}).take(receiver, 'e')).toMatchObject({ state: 'busy' })
    expect(await slots.take(receiverOf('https://other.example/hook'), 'e')).toEqual({ state: 'go' })
    await slots.free(receiver, 'b', 'answered')
    expect(await takeAll('e', 'f')).toEqual(['go', 'busy'])
  })

  test('are reserved for waiting jobs, oldest first', async () => {
    await takeAll('a', 'b', 'c', 'd', 'young', 'old')
    await slots.wait(receiver, 'young', 2)
    await slots.wait(receiver, 'old', 1)
    expect(promoted).toEqual([])
    await slots.free(receiver, 'a', 'answered')
    expect(promoted).toEqual(['old'])
    expect(await takeAll('new', 'old')).toEqual(['busy', 'go'])
    await slots.free(receiver, 'old', 'answered')
    expect(promoted).toEqual(['old', 'young'])
  })

  test('that were freed while a job was being postponed are given to it at once', async () => {
    await takeAll('a', 'b', 'c', 'd', 'e')
    await slots.free(receiver, 'a', 'answered')
    await slots.wait(receiver, 'e', 1)
    expect(promoted).toEqual(['e'])
  })

  test('reserved for a job that no longer exists go to the next', async () => {
    absent.add('left')
    await takeAll('a', 'b', 'c', 'd')
    await slots.wait(receiver, 'left', 1)
    await slots.wait(receiver, 'next', 2)
    await slots.free(receiver, 'a', 'answered')
    expect(promoted).toEqual(['next'])
    expect(await takeAll('other', 'next')).toEqual(['busy', 'go'])
  })

  test('of a job that started before it was promoted stay with it', async () => {
    await takeAll('a', 'b', 'c', 'd')
    await slots.wait(receiver, 'early', 1)
    const inTime = createReceiverSlots({
      redis: bench.redis,
      queue: { promote: async (id) => (await slots.take(receiver, id)).state !== 'go' },
      leaseMs: 60_000,
      probeEveryMs: 60_000,
    })
    await inTime.free(receiver, 'a', 'answered')
    expect(await takeAll('other')).toEqual(['busy'])
  })

  test('expire when the dispatcher that took them died', async () => {
    const mortal = slotsOf({ leaseMs: 300 })
    for (const id of ['a', 'b', 'c', 'd']) expect(await mortal.take(receiver, id)).toEqual({ state: 'go' })
    await until(async () => (await mortal.take(receiver, 'e')).state === 'go')
  })

  test('are closed after three consecutive timeouts', async () => {
    await timeOut('a', 'b')
    await slots.take(receiver, 'c')
    await slots.free(receiver, 'c', 'answered')
    await timeOut('a', 'b', 'c')
    const first = await slots.take(receiver, 'd')
    expect(first).toEqual({ state: 'held', retryMs: expect.any(Number) })
    await slots.wait(receiver, 'd', 1)
    const { retryMs } = first as Extract<Slot, { retryMs: number }>
    expect(retryMs).toBeGreaterThan(40_000)
    expect(retryMs).toBeLessThanOrEqual(60_000)
    expect(promoted).toEqual([])
    // Other receivers are not affected, even on the same host.
    expect(await slots.take(receiverOf('https://other.example/hook'), 'd')).toEqual({ state: 'go' })
    expect(await slots.take(receiverOf('https://receiver.example/other'), 'd')).toEqual({ state: 'go' })
    expect(await slots.take(receiverOf('https://receiver.example/hook', 'prj_2'), 'd')).toEqual({
      state: 'go',
    })
  })

  test('of a receiver that timed out are not given to jobs that were promoted before', async () => {
    await takeAll('a', 'b', 'c', 'd')
    for (const [at, id] of ['e', 'f'].entries()) await slots.wait(receiver, id, at)
    for (const id of ['a', 'b', 'c']) await slots.free(receiver, id, 'timeout')
    expect(promoted).toEqual(['e', 'f'])
    expect(await takeAll('e', 'f')).toEqual(['held', 'held'])
    for (const [at, id] of ['e', 'f'].entries()) await slots.wait(receiver, id, at)
    await slots.free(receiver, 'd', 'answered')
    expect(promoted).toEqual(['e', 'f', 'e', 'f'])
  })

  test('of one project leave those of others at the host', async () => {
    const others = Array.from({ length: 5 }, (_, at) =>
      receiverOf('https://receiver.example/hook', `prj_${at + 2}`),
    )
    expect(await takeAll('a', 'b', 'c', 'd', 'e')).toEqual(['go', 'go', 'go', 'go', 'busy'])
    for (const [at, other] of others.entries()) {
      const taken = await takeOf(
        other,
        ['1', '2', '3', '4', '5'].map((id) => `${at}-${id}`),
      )
      // The host has 16 slots, and one more for each project that has none.
      expect(taken.filter((state) => state === 'go')).toHaveLength([4, 4, 4, 1, 1][at]!)
    }
  })

  test('that become free go to the projects of the host in turn', async () => {
    const [first, second, third, fourth, fifth] = Array.from({ length: 5 }, (_, at) =>
      receiverOf('https://receiver.example/hook', `prj_${at + 1}`),
    )
    for (const full of [first!, second!, third!, fourth!])
      await takeOf(
        full,
        ['1', '2', '3', '4'].map((id) => `${full.projectId}-${id}`),
      )
    expect(await takeOf(fifth!, ['only', 'late'])).toEqual(['go', 'busy'])
    await slots.wait(first!, 'first-1', 1)
    await slots.wait(first!, 'first-2', 2)
    await slots.wait(fifth!, 'late', 3)
    expect(promoted).toEqual([])
    // The host is full until two are free, since `only` has one beyond the limit.
    for (const id of ['prj_1-1', 'prj_1-2']) await slots.free(first!, id, 'answered')
    expect(promoted).toEqual(['first-1'])
    for (const id of ['prj_2-1', 'prj_2-2']) await slots.free(second!, id, 'answered')
    expect(promoted).toEqual(['first-1', 'late', 'first-2'])
  })

  describe('of one project over all hosts', () => {
    const hosts = Array.from({ length: 64 }, (_, at) => `https://host-${at}.example/hook`)
    const takeAt = async (projectId: string, addresses: string[]) => {
      const taken = []
      for (const address of addresses)
        taken.push(...(await takeOf(receiverOf(address, projectId), [`${projectId}-${address}`])))
      return taken
    }
    const freeAt = (projectId: string, address: string, ending: 'answered' | 'timeout') =>
      slots.free(receiverOf(address, projectId), `${projectId}-${address}`, ending)

    // Fails without the limit over all hosts.
    test('are limited to 32, which leaves those of other projects', async () => {
      const taken = await takeAt('prj_1', hosts)
      expect(taken.filter((state) => state === 'go')).toHaveLength(32)
      expect(taken.slice(32).every((state) => state === 'busy')).toBe(true)
      expect(await takeAt('prj_2', hosts.slice(32, 36))).toEqual(['go', 'go', 'go', 'go'])
      await freeAt('prj_1', hosts[0]!, 'timeout')
      expect(await takeAt('prj_1', hosts.slice(40, 42))).toEqual(['go', 'busy'])
    })

    test('are not waited for by a probe that is due', async () => {
      await timeOut('a', 'b', 'c')
      await takeAt('prj_1', hosts)
      expect(await takeAll('d')).toEqual(['held'])
      await makeProbeDue()
      expect(await takeAll('d')).toEqual(['go'])
    })

    test('go to its hosts in turn, before further events of a host', async () => {
      await takeAt('prj_1', hosts)
      const [first] = hosts as [string]
      for (const [at, id] of ['more', 'last'].entries()) await slots.wait(receiverOf(first, 'prj_1'), id, at)
      const [early, late] = hosts.slice(40)
      for (const address of [early!, late!])
        await slots.wait(receiverOf(address, 'prj_1'), `prj_1-${address}`, 2)
      expect(promoted).toEqual([])
      for (const address of hosts.slice(0, 4)) await freeAt('prj_1', address, 'answered')
      expect(promoted).toEqual(['more', `prj_1-${early}`, `prj_1-${late}`, 'last'])
      expect(await takeAt('prj_1', [early!, late!])).toEqual(['go', 'go'])
    })

    test('that were reserved at another host for a job that no longer exists go to the next', async () => {
      await takeAt('prj_1', hosts)
      const [left, next] = hosts.slice(40)
      absent.add(`prj_1-${left}`)
      for (const address of [left!, next!])
        await slots.wait(receiverOf(address, 'prj_1'), `prj_1-${address}`, 1)
      await freeAt('prj_1', hosts[0]!, 'answered')
      expect(promoted).toEqual([`prj_1-${next}`])
    })
  })

  test('are then open to one probe at a time, and to all waiting jobs after an answer', async () => {
    await timeOut('a', 'b', 'c')
    for (const [at, id] of ['d', 'e', 'f'].entries()) {
      expect(await takeAll(id)).toEqual(['held'])
      await slots.wait(receiver, id, at)
    }
    await makeProbeDue()
    expect(await takeAll('d', 'e')).toEqual(['go', 'held'])
    await slots.free(receiver, 'd', 'timeout')
    expect(await takeAll('e')).toEqual(['held'])
    await makeProbeDue()
    expect(await takeAll('e')).toEqual(['go'])
    await slots.wait(receiver, 'd', 3)
    await slots.free(receiver, 'e', 'answered')
    expect(promoted).toEqual(['f', 'd'])
    expect(await takeAll('g')).toEqual(['go'])
  })

  test('of a probe that was never freed expire', async () => {
    slots = slotsOf({ probeEveryMs: 300 })
    await timeOut('a', 'b', 'c')
    for (const id of ['d', 'e']) await until(async () => (await slots.take(receiver, id)).state === 'go')
  })
})

describe('deliveries', () => {
  afterEach(() => bench.stopDispatchers())

  test('run at most four at once to one host across two dispatchers, and all are made', async () => {
    await bench.dispatch()
    await bench.dispatch()
    const open: (() => void)[] = []
    let most = 0
    const { url, received } = await bench.receiver((response) => {
      open.push(() => response.end())
      most = Math.max(most, open.length)
    })
    const ids = await Promise.all(Array.from({ length: 14 }, () => bench.announce(url)))
    await until(() => open.length === 4)
    await sleep(300)
    expect(received).toHaveLength(4)
    const answering = setInterval(() => open.shift()?.(), 20)
    for (const id of ids) await until(() => bench.isDelivered(id))
    clearInterval(answering)
    expect([most, received.length]).toEqual([4, 14])
  })

  test('X32 to a dead receiver do not delay those to others', async () => {
    await bench.dispatch({ WEBHOOK_TIMEOUT_MS: '60000' })
    const hanging: (() => void)[] = []
    let isDead = true
    const dead = await bench.receiver((response) => {
      if (isDead) hanging.push(() => response.end())
      else response.end()
    })
    const alive = await bench.receiver()
    const missed = await Promise.all(Array.from({ length: 300 }, () => bench.announce(dead.url)))
    const ids = await Promise.all(Array.from({ length: 20 }, () => bench.announce(alive.url)))
    for (const id of ids) await until(() => bench.isDelivered(id))
    expect(dead.received.length).toBeLessThanOrEqual(4)
    isDead = false
    for (const answer of hanging) answer()
    for (const id of missed) await until(() => bench.isDelivered(id), 60_000)
    expect(dead.received).toHaveLength(300)
  })

  test('to a host that times out wait without using up attempts, and are made when it is back', async () => {
    const address = await bench.dispatch({ WEBHOOK_TIMEOUT_MS: '1500', WEBHOOK_PROBE_MS: '4500' })
    let isBack = false
    const times: number[] = []
    const { url, received } = await bench.receiver((response) => {
      times.push(performance.now())
      if (isBack) response.end()
    })
    const ids = await Promise.all(Array.from({ length: 10 }, () => bench.announce(url)))
    // Four, two after the first timeouts, and two probes.
    await until(() => times.length >= 8)
    isBack = true
    for (const id of ids) await until(() => bench.isDelivered(id))
    expect(times[6]! - times[5]!).toBeGreaterThan(2100)
    for (const id of ids) {
      const attempts = received.filter(({ headers }) => headers['webhook-id'] === id)
      expect(attempts.map(({ headers }) => Number(headers['x-service-attempt']))).toEqual(
        attempts.map((_, at) => at + 1),
      )
    }
    expect(await (await fetch(`${address}/metrics`)).text()).toMatch(/webhook_postponed_total\{[^}]*"held"/)
    expect((await bench.reportsOf(ids[9]!)).at(-1)).toMatchObject({ state: 'delivered' })
  })
})
