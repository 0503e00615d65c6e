import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createTurns, type Turn, type Turns } from '../src/turns.ts'
import { startTestBench, until, type TestBench } from './test-bench.ts'

let bench: TestBench

beforeAll(async () => {
  bench = await startTestBench()
})

afterAll(() => bench[Symbol.asyncDispose]())

describe('turns at a host', () => {
  let turns: Turns
  let hastened: string[]
  let absent: Set<string>
  let host: string

  beforeEach(() => {
    hastened = []
    absent = new Set()
    host = `host-${Math.random()}`
    turns = turnsOf({})
  })

  function turnsOf({ leaseMs = 60_000, probeEveryMs = 60_000 }): Turns {
    const hasten = async (jobId: string) => {
      if (absent.has(jobId)) return false
      hastened.push(jobId)
      return true
    }
    return createTurns({ redis: bench.redis, queue: { hasten }, leaseMs, probeEveryMs })
  }

  async function takeAll(...ids: string[]): Promise<string[]> {
    const states: string[] = []
    for (const id of ids) states.push((await turns.take(host, id)).state)
    return states
  }

  async function timeOut(...ids: string[]): Promise<void> {
    for (const id of ids) {
      expect(await takeAll(id)).toEqual(['go'])
      await turns.end(host, id, 'timeout')
    }
  }

  test('are four at once, of each host, whoever takes them', async () => {
    expect(await takeAll('a', 'b', 'c', 'd', 'e')).toEqual(['go', 'go', 'go', 'go', 'busy'])
    expect(await turnsOf({}).take(host, 'e')).toMatchObject({ state: 'busy' })
    expect(await turns.take(`${host}.other`, 'e')).toEqual({ state: 'go' })
    await turns.end(host, 'b', 'answered')
    expect(await takeAll('e', 'f')).toEqual(['go', 'busy'])
  })

  test('are given to those who wait, the eldest first, and kept for them', async () => {
    await takeAll('a', 'b', 'c', 'd', 'young', 'old')
    await turns.park(host, 'young', 2)
    await turns.park(host, 'old', 1)
    expect(hastened).toEqual([])
    await turns.end(host, 'a', 'answered')
    expect(hastened).toEqual(['old'])
    expect(await takeAll('new', 'old')).toEqual(['busy', 'go'])
    await turns.end(host, 'old', 'answered')
    expect(hastened).toEqual(['old', 'young'])
  })

  test('that became free while somebody was put off are his at once', async () => {
    await takeAll('a', 'b', 'c', 'd', 'e')
    await turns.end(host, 'a', 'answered')
    await turns.park(host, 'e', 1)
    expect(hastened).toEqual(['e'])
  })

  test('of who does not wait any more go to the next', async () => {
    absent.add('left')
    await takeAll('a', 'b', 'c', 'd')
    await turns.park(host, 'left', 1)
    await turns.park(host, 'next', 2)
    await turns.end(host, 'a', 'answered')
    expect(hastened).toEqual(['next'])
    expect(await takeAll('other', 'next')).toEqual(['busy', 'go'])
  })

  test('of who came before he was called stay his', async () => {
    await takeAll('a', 'b', 'c', 'd')
    await turns.park(host, 'early', 1)
    const inTime = createTurns({
      redis: bench.redis,
      queue: { hasten: async (id) => (await turns.take(host, id)).state !== 'go' },
      leaseMs: 60_000,
      probeEveryMs: 60_000,
    })
    await inTime.end(host, 'a', 'answered')
    expect(await takeAll('other')).toEqual(['busy'])
  })

  test('run out when a dispatcher died with them', async () => {
    const mortal = turnsOf({ leaseMs: 300 })
    for (const id of ['a', 'b', 'c', 'd']) expect(await mortal.take(host, id)).toEqual({ state: 'go' })
    await until(async () => (await mortal.take(host, 'e')).state === 'go')
  })

  test('end after three time-outs in a row: everybody waits', async () => {
    await timeOut('a', 'b')
    await turns.take(host, 'c')
    await turns.end(host, 'c', 'answered')
    await timeOut('a', 'b', 'c')
    const first = await turns.take(host, 'd')
    expect(first).toEqual({ state: 'held', retryMs: expect.any(Number) })
    await turns.park(host, 'd', 1)
    const { retryMs } = first as Extract<Turn, { retryMs: number }>
    expect(retryMs).toBeGreaterThan(40_000)
    expect(retryMs).toBeLessThanOrEqual(60_000)
    expect(hastened).toEqual([])
    // Another host is none the worse for it.
    expect(await turns.take(`${host}.other`, 'd')).toEqual({ state: 'go' })
  })

  test('are one probe at a time then; an answer opens the host for all who wait', async () => {
    turns = turnsOf({ probeEveryMs: 400 })
    await timeOut('a', 'b', 'c')
    for (const [at, id] of ['d', 'e', 'f'].entries()) {
      expect(await takeAll(id)).toEqual(['held'])
      await turns.park(host, id, at)
    }
    await until(async () => (await turns.take(host, 'd')).state === 'go')
    expect(await takeAll('e')).toEqual(['held'])
    await turns.end(host, 'd', 'timeout')
    expect(await takeAll('e')).toEqual(['held'])
    await until(async () => (await turns.take(host, 'e')).state === 'go')
    await turns.park(host, 'd', 3)
    await turns.end(host, 'e', 'answered')
    expect(hastened).toEqual(['f', 'd'])
    expect(await takeAll('g')).toEqual(['go'])
  })

  test('of a probe that nobody ended come again', async () => {
    turns = turnsOf({ probeEveryMs: 300 })
    await timeOut('a', 'b', 'c')
    for (const id of ['d', 'e']) await until(async () => (await turns.take(host, id)).state === 'go')
  })
})

describe('deliveries', () => {
  afterEach(() => bench.stopDispatchers())

  test('are at most four at once to one host, of two dispatchers together, and all are made', async () => {
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

  test('to a receiver that is dead, however many, do not keep others from being made', async () => {
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
  }, 90_000)

  test('to a host that lets them time out wait without losing attempts, and are made when it is back', async () => {
    const ops = await bench.dispatch({ WEBHOOK_TIMEOUT_MS: '200', WEBHOOK_PROBE_MS: '1000' })
    let isBack = false
    const times: number[] = []
    const { url, received } = await bench.receiver((response) => {
      times.push(performance.now())
      if (isBack) response.end()
    })
    const ids = await Promise.all(Array.from({ length: 10 }, () => bench.announce(url)))
    // Four, two in place of those that timed out first, and two probes.
    await until(() => times.length >= 8)
    isBack = true
    for (const id of ids) await until(() => bench.isDelivered(id))
    expect(times[6]! - times[5]!).toBeGreaterThan(700)
    for (const id of ids) {
      const attempts = received.filter(({ headers }) => headers['webhook-id'] === id)
      expect(attempts.map(({ headers }) => Number(headers['x-service-attempt']))).toEqual(
        attempts.map((_, at) => at + 1),
      )
    }
    expect(await (await fetch(`${ops}/metrics`)).text()).toMatch(/webhook_postponed_total\{[^}]*"held"/)
    expect((await bench.reportsOf(ids[9]!)).at(-1)).toMatchObject({ state: 'delivered' })
  })
})
