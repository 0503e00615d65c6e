import { once } from 'node:events'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { createMocks } from '@render/engine'
import { createPrivateAnswers, createProgressReporter, createSweepScheduler } from '@render/jobs'
import { createEgress, createHttpClient } from '@render/net'
import { createLogger, createMetrics } from '@render/runtime'
import { createStore } from '@render/storage'
import { until } from '@render/testkit'
import { createRenderMetrics } from '../src/metrics.ts'
import { takeJobs } from '../src/take-jobs.ts'
import { startTestQueue, type TestQueue } from './test-queue.ts'

let queue: TestQueue

beforeEach(async () => {
  queue = await startTestQueue()
})

afterEach(() => queue[Symbol.asyncDispose]())

/** Longer than sweeps may go on, so that a sweep is handed back while a render goes on. */
const DRAIN_MS = 3000
/** Less than the time for handing back. */
const BACK_WITHIN_MS = 2500

test('a stop hands back sweeps and renders side by side', async () => {
  const under = new Set<string>()
  const sweepsBack = () => queue.redis.lrange('bull:sweeps:wait', 0, -1)
  let backWhenRenderEnds: string[] = []
  const jobs = takeJobs(
    {
      blockingRedis: queue.blocking,
      progress: createProgressReporter(queue.blocking),
      http: createHttpClient(createEgress({ allow: [] })),
      open: queue.open,
      logger: createLogger('test', 'silent'),
      metrics: createRenderMetrics(createMetrics('test')),
      sweeps: queue.use(createSweepScheduler(queue.blocking)),
      privateAnswers: createPrivateAnswers(queue.blocking),
      azureEndpoint: '',
      artefactDays: 30,
      engineVersion: 'stable',
      makeMock: createMocks(),
      engine: {
        async render(_request, signal) {
          under.add('render')
          await once(signal, 'abort')
          await until(async () => {
            backWhenRenderEnds = await sweepsBack()
            return backWhenRenderEnds.length > 0
          }, BACK_WITHIN_MS).catch(() => {})
          throw signal.reason
        },
      },
      store: {
        ...createStore({ STORAGE_PATH: queue.artefacts }),
        sweep() {
          under.add('sweep')
          return new Promise(() => {})
        },
      },
    },
    {
      DRAIN_MS,
      RENDER_QUEUE: '',
      MIN_FREE_DISK_PERCENT: 0,
    },
    { slots: 4, videoSlots: 1 },
  )
  const id = await queue.submit({ html: '<p>' })
  await using sweeps = createSweepScheduler(queue.redis)
  await sweeps.schedule('2026-01-02')
  await until(() => under.size === 2)
  const stopped = jobs[Symbol.asyncDispose]()
  expect(jobs.isRunning()).toBe(false)
  await stopped
  expect(backWhenRenderEnds).toEqual(['before-2026-01-02'])
  expect(await sweepsBack()).toEqual(backWhenRenderEnds)
  expect(await queue.finder.find(id)).toEqual({ status: 'created' })
  expect(await queue.redis.lrange('bull:renders:active', 0, -1)).toEqual([])
})
