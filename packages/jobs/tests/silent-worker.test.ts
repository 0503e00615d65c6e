// Jobs of workers that died, lost their lock, or do not end. The tests run at the same time, because each of them waits for
// locks to be renewed and checked, which happens every few seconds.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from '@jest/globals'
import { until } from '@render/testkit'
import { createWorker } from '../src/index.ts'
import { outcome, startTestQueues, type TestQueues } from './test-queues.ts'

const lockOf = (id: string) => `bull:renders:${id}:lock`

async function succeeded({ finder }: TestQueues, id: string) {
  const state = await finder.find(id)
  return state?.status === 'succeeded' ? state : undefined
}

/** Ends a lock at once. It would have expired by itself within ten seconds. */
async function expireLock({ redis }: TestQueues, id: string): Promise<void> {
  const leftMs = await redis.pttl(lockOf(id))
  expect(leftMs).toBeGreaterThan(0)
  expect(leftMs).toBeLessThanOrEqual(10_000)
  await redis.del(lockOf(id))
}

describe('a worker', () => {
  test.concurrent('that dies loses its job to another worker, however often that happened before', async () => {
    await using queues = await startTestQueues()
    const id = await queues.submit()
    await queues.redis.hset(`bull:renders:${id}`, 'stc', 100)
    const fixture = fileURLToPath(new URL('./fixtures/freezing-worker.ts', import.meta.url))
    const victim = spawn(process.execPath, [fixture], {
      env: { ...process.env, REDIS_URL: queues.url },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(victim.stdout, 'data')
    victim.kill('SIGKILL')
    await once(victim, 'exit')
    await expireLock(queues, id)
    const attempts: [number, number][] = []
    queues.work('renders', async (job) => {
      attempts.push([job.attemptsStarted, job.stalledCounter])
      return outcome
    })
    await until(() => succeeded(queues, id))
    expect(attempts).toEqual([[2, 101]])
  })

  test.concurrent('that lost its lock is notified by its signal, and its result is not accepted', async () => {
    await using queues = await startTestQueues()
    const reasons: unknown[] = []
    const warnings: object[] = []
    const id = await queues.submit()
    await using _worker = createWorker(
      'renders',
      queues.blocking,
      async (job, _token, signal) => {
        if (job.attemptsStarted > 1) return { ...outcome, attempts: job.attemptsStarted }
        await queues.redis.set(lockOf(id), 'another worker')
        await once(signal, 'abort')
        reasons.push(signal.reason)
        return outcome
      },
      { concurrency: 1, drainMs: 100, log: { warn: (details) => void warnings.push(details) } },
    )
    const refusal = { queue: 'renders', error: expect.stringMatching(`${id}.*moveToFinished`) }
    await until(() => JSON.stringify(warnings).includes('moveToFinished'))
    expect(warnings).toContainEqual(refusal)
    // The other worker died.
    await queues.redis.del(lockOf(id))
    const state = await until(() => succeeded(queues, id))
    expect(reasons).toEqual(['lock lost'])
    expect(state.outcome.attempts).toBe(2)
  })

  test.concurrent('that lost its lock and gets the same job again runs only one attempt at a time', async () => {
    await using queues = await startTestQueues()
    let running = 0
    let most = 0
    const id = await queues.submit()
    queues.work('renders', async (job, _token, signal) => {
      most = Math.max(most, ++running)
      if (job.attemptsStarted === 1) {
        await queues.redis.del(lockOf(id))
        await once(signal, 'abort')
        // The second attempt has been put off once the job is delayed.
        await until(() => queues.redis.zscore('bull:renders:delayed', id))
      }
      running--
      return { ...outcome, attempts: job.attemptsStarted }
    })
    const { outcome: made } = await until(() => succeeded(queues, id))
    expect(made.attempts).toBeGreaterThan(2)
    expect(most).toBe(1)
  })

  test.concurrent('whose processor ignores its signal is disposed of while the processor runs', async () => {
    await using queues = await startTestQueues()
    await queues.submit()
    const started = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    const deaf = createWorker(
      'renders',
      queues.blocking,
      async () => {
        started.resolve()
        await end.promise
        return outcome
      },
      { concurrency: 1, drainMs: 50 },
    )
    await started.promise
    // Never resolves when it waits for the processor.
    await deaf[Symbol.asyncDispose]()
    end.resolve()
  })
})
