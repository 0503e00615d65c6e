import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { until, withRandom } from '@render/testkit'
import { createCanceller, createRenderEnds, DelayedError, finishedOf, type Canceller } from '../src/index.ts'
import { fakeOnly } from './fake-only.ts'
import { outcome, useTestQueues } from './test-queues.ts'

const queues = useTestQueues()
let canceller: Canceller

beforeEach(() => {
  canceller = queues.use(createCanceller(queues.redis))
})

const cancelled = { status: 'failed', error: { code: 'RenderCancelledError' } }

/** Runs renders until they are aborted; returns their ids and the reasons of the aborts. */
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
  test.each([undefined, 'batch'])('removes a waiting render from the queue (%s)', async (queue) => {
    const id = await queues.submit({ queue })
    await canceller.cancel(id, queue)
    expect(await queues.finder.find(id)).toMatchObject(cancelled)
    const ended = queues.recordAll()
    expect(await until(() => ended.get(id))).toMatchObject(cancelled)
  })

  test('aborts the signal of a running render, and of no other', async () => {
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

  test('removes a delayed render', async () => {
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

  test('reaches the next worker of a render whose worker missed the message', async () => {
    const id = await queues.submit()
    // Held by a worker that does not answer.
    await queues.redis.set(`bull:renders:${id}:lock`, 'another worker')
    await canceller.cancel(id)
    await queues.redis.del(`bull:renders:${id}:lock`)
    expect((await queues.finder.find(id))?.status).toBe('created')
    const { taken } = takeAll()
    const ended = queues.recordAll()
    expect(await until(() => ended.get(id))).toMatchObject(cancelled)
    expect(taken).toEqual([])
  })

  test('does not change a render that has ended', async () => {
    queues.work('renders', async () => outcome)
    const id = await queues.submit()
    await until(async () => (await queues.finder.find(id))?.status === 'succeeded')
    await canceller.cancel(id)
    expect(await queues.finder.find(id)).toEqual({ status: 'succeeded', outcome })
    const ended = queues.recordAll()
    expect(await until(() => ended.get(id))).toEqual({ status: 'succeeded', outcome })
  })

  test('leads to one end at any moment of a render', () =>
    withRandom(async (random) => {
      const ends: string[] = []
      queues.work('records', async (job) => {
        const finished = await finishedOf(job)
        ends.push(`${job.id!} ${finished.status === 'failed' ? finished.error.code : finished.status}`)
        return finished
      })
      queues.work('renders', async (job, token, signal) => {
        await sleep(random() * 20)
        if (job.attemptsStarted === 1 && random() < 0.3) {
          await job.moveToDelayed(Date.now() + 20, token)
          throw new DelayedError()
        }
        await sleep(random() * 20)
        signal.throwIfAborted()
        return outcome
      })
      const ids = await Promise.all(Array.from({ length: 60 }, () => queues.submit()))
      await Promise.all(ids.map(async (id, at) => sleep(at * 8).then(() => canceller.cancel(id))))
      await until(() => ends.length >= ids.length)
      await until(async () => (await queues.unfinished()).length === 0)
      expect(ends.map((end) => end.slice(0, end.indexOf(' '))).toSorted()).toEqual(ids.toSorted())
      const others = ends.filter((end) => !/ (succeeded|RenderCancelledError)$/.test(end))
      expect(others).toEqual([])
    }))

  test('ends a wait for the render without the safety poll', async () => {
    await using renderEnds = await createRenderEnds(queues.blocking)
    using _pollsStopped = fakeOnly('intervals')
    const id = await queues.submit()
    const waiting = renderEnds.waitFor(id, (each) => queues.finder.find(each), new AbortController().signal)
    await canceller.cancel(id)
    expect(await waiting).toMatchObject(cancelled)
  })
})

describe('withdrawing', () => {
  test('removes a render from the queue that no worker has started', async () => {
    const id = await queues.submit()
    await canceller.withdraw(id)
    expect(await queues.finder.find(id)).toMatchObject(cancelled)
  })

  test('keeps a render that a worker has started, also while it is delayed', async () => {
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
