import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { until } from '@render/testkit'
import {
  createCanceller,
  createRenderEvents,
  DelayedError,
  finishedOf,
  type Canceller,
} from '../src/index.ts'
import { outcome, startTestQueues, type TestQueues } from './test-queues.ts'

let queues: TestQueues
let canceller: Canceller

beforeEach(async () => {
  queues = await startTestQueues()
  canceller = createCanceller(queues.redis)
})

afterEach(async () => {
  await canceller[Symbol.asyncDispose]()
  await queues[Symbol.asyncDispose]()
})

const cancelled = { status: 'failed', error: { code: 'RenderCancelledError' } }

/** Takes renders and goes on until it is told to stop; gives the ids of those it took and what it was told. */
function takeAll() {
  const taken: string[] = []
  const reasons: unknown[] = []
  queues.work('renders', async (job, _token, signal) => {
    taken.push(job.id!)
    if (!signal.aborted) await once(signal, 'abort')
    reasons.push(signal.reason)
    throw new Error('stopped')
  })
  return { taken, reasons }
}

describe('cancelling', () => {
  test.each([undefined, 'batch'])('takes a render out of the queue (%s) that waits', async (queue) => {
    const id = await queues.submit({ queue })
    await canceller.cancel(id, queue)
    expect(await queues.finder.find(id)).toMatchObject(cancelled)
    const ended = queues.recordAll()
    expect(await until(() => ended.get(id))).toMatchObject(cancelled)
  })

  test('stops a render under way by its signal, and no other', async () => {
    const { taken, reasons } = takeAll()
    const ended = queues.recordAll()
    const id = await queues.submit()
    const other = await queues.submit()
    await until(() => taken.length === 2)
    await canceller.cancel(id)
    expect(await until(() => ended.get(id))).toMatchObject({ ...cancelled, attempts: 1 })
    expect(reasons).toMatchObject([{ code: 'RenderCancelledError' }])
    expect((await queues.finder.find(other))?.status).toBe('created')
  })

  test('takes a render that was put off', async () => {
    const ended = queues.recordAll()
    queues.work('renders', async (job, token) => {
      await job.moveToDelayed(Date.now() + 600_000, token)
      throw new DelayedError()
    })
    const id = await queues.submit()
    await until(() => queues.redis.zscore('bull:renders:delayed', id))
    await canceller.cancel(id)
    expect(await until(() => ended.get(id))).toMatchObject(cancelled)
  })

  test('is not missed by a render whose worker does not hear of it: the next one to take it does', async () => {
    const id = await queues.submit()
    // Held by a worker that is silent.
    await queues.redis.set(`bull:renders:${id}:lock`, 'another worker')
    await canceller.cancel(id)
    await queues.redis.del(`bull:renders:${id}:lock`)
    expect((await queues.finder.find(id))?.status).toBe('created')
    const { taken } = takeAll()
    const ended = queues.recordAll()
    expect(await until(() => ended.get(id))).toMatchObject(cancelled)
    expect(taken).toEqual([])
  })

  test('changes nothing of a render that has ended', async () => {
    queues.work('renders', async () => outcome)
    const id = await queues.submit()
    await until(async () => (await queues.finder.find(id))?.status === 'succeeded')
    await canceller.cancel(id)
    expect(await queues.finder.find(id)).toEqual({ status: 'succeeded', outcome })
    const ended = queues.recordAll()
    expect(await until(() => ended.get(id))).toEqual({ status: 'succeeded', outcome })
  })

  test('at any moment of a render leaves it one end', async () => {
    const ends: string[] = []
    queues.work('records', async (job) => {
      const finished = await finishedOf(job)
      ends.push(`${job.id!} ${finished.status === 'failed' ? finished.error.code : finished.status}`)
      return finished
    })
    queues.work('renders', async (job, token, signal) => {
      await sleep(Math.random() * 20)
      if (job.attemptsStarted === 1 && Math.random() < 0.3) {
        await job.moveToDelayed(Date.now() + 20, token)
        throw new DelayedError()
      }
      await sleep(Math.random() * 20)
      signal.throwIfAborted()
      return outcome
    })
    const ids = await Promise.all(Array.from({ length: 60 }, () => queues.submit()))
    await Promise.all(ids.map(async (id, at) => sleep(at * 8).then(() => canceller.cancel(id))))
    await until(() => ends.length >= ids.length)
    await sleep(300)
    expect(ends.map((end) => end.slice(0, end.indexOf(' '))).toSorted()).toEqual(ids.toSorted())
    const others = ends.filter((end) => !/ (succeeded|RenderCancelledError)$/.test(end))
    expect(others).toEqual([])
  })

  test('wakes who waits for the render before the safety poll', async () => {
    const connection = queues.patient.duplicate()
    const events = await createRenderEvents(connection)
    const took: number[] = []
    // On a busy machine some wait for a core.
    while (took.length < 3 && !took.some((ms) => ms < 4500)) {
      const id = await queues.submit()
      const begun = performance.now()
      const waiting = events.waitFor(id, (each) => queues.finder.find(each), AbortSignal.timeout(20_000))
      await canceller.cancel(id)
      expect(await waiting).toMatchObject(cancelled)
      took.push(performance.now() - begun)
    }
    expect(Math.min(...took)).toBeLessThan(4500)
    await events[Symbol.asyncDispose]()
    connection.disconnect()
  })
})

describe('withdrawing', () => {
  test('takes a render out of the queue that nobody has begun', async () => {
    const id = await queues.submit()
    await canceller.withdraw(id)
    expect(await queues.finder.find(id)).toMatchObject(cancelled)
  })

  test('leaves one that a worker has begun, also while it is put off', async () => {
    queues.work('renders', async (job, token) => {
      await job.moveToDelayed(Date.now() + 600_000, token)
      throw new DelayedError()
    })
    const id = await queues.submit()
    await until(() => queues.redis.zscore('bull:renders:delayed', id))
    await canceller.withdraw(id)
    expect((await queues.finder.find(id))?.status).toBe('created')
  })
})
