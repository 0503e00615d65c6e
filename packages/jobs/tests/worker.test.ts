import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { until } from '@render/testkit'
import { createWorker } from '../src/index.ts'
import { outcome, startTestQueues, type TestQueues } from './test-queues.ts'

let queues: TestQueues

beforeEach(async () => {
  queues = await startTestQueues()
})

afterEach(() => queues[Symbol.asyncDispose]())

const stateOf = async (id: string) => (await queues.finder.find(id))?.status

async function succeeded(id: string) {
  const state = await queues.finder.find(id)
  return state?.status === 'succeeded' ? state : undefined
}

describe('disposing a worker', () => {
  test('waits for the job under way and takes no other', async () => {
    const first = await queues.submit()
    const second = await queues.submit()
    const started = Promise.withResolvers<void>()
    const worker = createWorker(
      'renders',
      queues.patient,
      async () => {
        started.resolve()
        await sleep(200)
        return outcome
      },
      { concurrency: 1 },
    )
    await started.promise
    const disposed = worker[Symbol.asyncDispose]()
    expect(worker.isRunning()).toBe(false)
    await disposed
    expect(await stateOf(first)).toBe('succeeded')
    expect(await stateOf(second)).toBe('created')
  })

  test('hands back what does not end in time, and another worker takes it at once', async () => {
    const id = await queues.submit()
    const started = Promise.withResolvers<void>()
    const slow = createWorker(
      'renders',
      queues.patient,
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

  test('ends although a processor pays no heed to its signal', async () => {
    await queues.submit()
    const started = Promise.withResolvers<void>()
    const deaf = createWorker(
      'renders',
      queues.patient,
      async () => {
        started.resolve()
        await sleep(60_000, undefined, { ref: false })
        return outcome
      },
      { concurrency: 1, drainMs: 50 },
    )
    await started.promise
    const begun = performance.now()
    await deaf[Symbol.asyncDispose]()
    expect(performance.now() - begun).toBeLessThan(5500)
  })
})

describe('a worker that dies', () => {
  test('loses its job to another, which learns of it, however often that happened before', async () => {
    const id = await queues.submit()
    await queues.redis.hset(`bull:renders:${id}`, 'stc', 100)
    const fixture = fileURLToPath(new URL('./fixtures/freezing-worker.ts', import.meta.url))
    const victim = spawn(process.execPath, [fixture], {
      env: { ...process.env, REDIS_URL: queues.url },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(victim.stdout, 'data')
    victim.kill('SIGKILL')
    const attempts: [number, number][] = []
    queues.work('renders', async (job) => {
      attempts.push([job.attemptsStarted, job.stalledCounter])
      return outcome
    })
    await until(async () => (await stateOf(id)) === 'succeeded', 20_000)
    expect(attempts).toEqual([[2, 101]])
  })
})

describe('a worker that lost its lock', () => {
  test('is told by its signal, and its result is not taken', async () => {
    const reasons: unknown[] = []
    const id = await queues.submit()
    queues.work('renders', async (job, _token, signal) => {
      if (job.attemptsStarted > 1) return { ...outcome, attempts: job.attemptsStarted }
      await queues.redis.set(`bull:renders:${id}:lock`, 'another worker', 'PX', 8000)
      await once(signal, 'abort')
      reasons.push(signal.reason)
      return outcome
    })
    const state = await until(() => succeeded(id), 30_000)
    expect(reasons).toEqual(['lock lost'])
    expect(state.outcome.attempts).toBe(2)
  })

  test('and gets the job again itself runs no two attempts at once', async () => {
    let running = 0
    let most = 0
    const id = await queues.submit()
    queues.work('renders', async (job, _token, signal) => {
      most = Math.max(most, ++running)
      if (job.attemptsStarted === 1) {
        await queues.redis.del(`bull:renders:${id}:lock`)
        await once(signal, 'abort')
        await until(async () => (await queues.redis.hget(`bull:renders:${id}`, 'ats')) === '2')
        await sleep(100)
      }
      running--
      return { ...outcome, attempts: job.attemptsStarted }
    })
    expect((await until(() => succeeded(id), 40_000)).outcome.attempts).toBeGreaterThan(2)
    expect(most).toBe(1)
  })
})

describe('a job that fails', () => {
  test('is tried again after the delay that its error asks for, until there is none', async () => {
    const seen: [number, string | undefined][] = []
    const logged: object[] = []
    const id = await queues.submit({ webhook: true })
    const tried = Promise.withResolvers<void>()
    queues.recordAll()
    queues.work('renders', async () => outcome)
    const worker = createWorker(
      'webhooks',
      queues.patient,
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
    await until(() => queues.redis.zscore('bull:webhooks:failed', id))
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
