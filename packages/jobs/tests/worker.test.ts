import { describe, expect, test } from '@jest/globals'
import { until } from '@render/testkit'
import { createWorker } from '../src/index.ts'
import { outcome, useTestQueues } from './test-queues.ts'

const queues = useTestQueues()

const stateOf = async (id: string) => (await queues.finder.find(id))?.status

describe('disposing a worker', () => {
  test('waits for the running job and takes no other', async () => {
    const first = await queues.submit()
    const second = await queues.submit()
    const started = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    const worker = createWorker(
      'renders',
      queues.blocking,
      async () => {
        started.resolve()
        await end.promise
        return outcome
      },
      { concurrency: 1 },
    )
    await started.promise
    const disposed = worker[Symbol.asyncDispose]()
    expect(worker.isRunning()).toBe(false)
    end.resolve()
    await disposed
    expect(await stateOf(first)).toBe('succeeded')
    expect(await stateOf(second)).toBe('created')
  })

  test('hands back jobs that do not end in time, and another worker takes them at once', async () => {
    const id = await queues.submit()
    const started = Promise.withResolvers<void>()
    const slow = createWorker(
      'renders',
      queues.blocking,
      (_job, _token, signal) => {
        started.resolve()
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      },
      { concurrency: 1, drainMs: 50 },
    )
    await started.promise
    await slow[Symbol.asyncDispose]()
    const attempts: [number, number][] = []
    queues.work('renders', async (job) => {
      attempts.push([job.attemptsStarted, job.stalledCounter])
      return outcome
    })
    await until(async () => (await stateOf(id)) === 'succeeded')
    expect(attempts).toEqual([[2, 0]])
  })
})

describe('a job that fails', () => {
  test('is retried after the delay that the backoff returns, until there is none', async () => {
    const seen: [number, string | undefined][] = []
    const logged: object[] = []
    const id = await queues.submit({ webhook: true })
    const tried = Promise.withResolvers<void>()
    queues.recordAll()
    queues.work('renders', async () => outcome)
    const worker = createWorker(
      'webhooks',
      queues.blocking,
      async (job) => {
        if (job.attemptsMade === 2) tried.resolve()
        throw new Error(`attempt ${job.attemptsMade}`)
      },
      {
        concurrency: 1,
        log: { warn: (details, message) => logged.push({ ...details, message }) },
        backoff(made, error) {
          seen.push([made, error?.message])
          return made < 3 ? 20 : -1
        },
      },
    )
    await tried.promise
    await until(async () => !(await queues.redis.exists(`bull:webhooks:${id}`)))
    await worker[Symbol.asyncDispose]()
    expect(seen).toEqual([
      [1, 'attempt 0'],
      [2, 'attempt 1'],
      [3, 'attempt 2'],
    ])
    const last = { queue: 'webhooks', jobId: id, attempts: 3, error: 'attempt 2', message: 'job failed' }
    expect(logged).toEqual([last])
  })
})

describe('a job that only waits', () => {
  test('gives its slot to another job until it has ended', async () => {
    const ids = [await queues.submit(), await queues.submit(), await queues.submit()]
    const ends = new Map<string, () => void>()
    let onIdle: (() => void) | undefined
    queues.work(
      'renders',
      async (job, _token, _signal, becomeIdle) => {
        const { promise, resolve } = Promise.withResolvers<void>()
        ends.set(job.id!, resolve)
        onIdle ??= becomeIdle
        await promise
        return outcome
      },
      1,
    )
    const running = () => ids.filter((id) => ends.has(id))
    await until(() => running().length === 1)
    onIdle!()
    await until(() => running().length === 2)
    ends.get(ids[0]!)!()
    await until(async () => (await stateOf(ids[0]!)) === 'succeeded')
    // A worker with a free slot takes the next job in the step that ends one.
    expect(await queues.redis.zcard('bull:renders:prioritized')).toBe(1)
    ends.get(ids[1]!)!()
    await until(() => running().length === 3)
    ends.get(ids[2]!)!()
  })

  test('keeps its slot when four have lent each one', async () => {
    const ids = await Promise.all(Array.from({ length: 7 }, () => queues.submit()))
    const waiting = Promise.withResolvers<void>()
    let started = 0
    queues.work(
      'renders',
      async (_job, _token, _signal, onIdle) => {
        started += 1
        onIdle!()
        await waiting.promise
        return outcome
      },
      1,
    )
    await until(() => started === 5)
    await until(async () => (await queues.redis.zcard('bull:renders:prioritized')) === 2)
    expect(started).toBe(5)
    waiting.resolve()
    await until(async () => (await Promise.all(ids.map(stateOf))).every((state) => state === 'succeeded'))
  })
})
