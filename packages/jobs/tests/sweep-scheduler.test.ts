import { expect, test } from '@jest/globals'
import { until } from '@render/testkit'
import { createSweepScheduler, createWorker } from '../src/index.ts'
import { useTestQueues } from './test-queues.ts'

const queues = useTestQueues()

/** After this many failures the next attempt is due in a minute. */
const FAILURES = 6

test('a deletion that is requested again is tried at once, however often it failed', async () => {
  await using sweeps = createSweepScheduler(queues.redis)
  let isAway = true
  const keys: string[][] = []
  await using _ = createWorker(
    'sweeps',
    queues.blocking,
    async ({ data }) => {
      keys.push('keys' in data ? data.keys : [])
      if (isAway) throw new Error('The store is unavailable.')
      return { deleted: 1 }
    },
    { concurrency: 1 },
  )
  const request = () => sweeps.deleteFiles('render', ['file'])
  for (let times = 1; times <= FAILURES; times++) {
    await request()
    await until(async () => keys.length === times && (await queues.redis.zcard('bull:sweeps:delayed')) === 1)
  }
  isAway = false
  await request()
  await until(async () => (await queues.redis.exists('bull:sweeps:files-render')) === 0)
  expect(keys).toHaveLength(FAILURES + 1)
})

test('the sweep of a day that fails is tried again', async () => {
  await using sweeps = createSweepScheduler(queues.redis)
  const days: string[] = []
  await using _ = createWorker(
    'sweeps',
    queues.blocking,
    async ({ data }) => {
      days.push('before' in data ? data.before : '')
      if (days.length === 1) throw new Error('The store is unavailable.')
      return { deleted: 1 }
    },
    { concurrency: 1 },
  )
  await sweeps.schedule('2026-01-02')
  await until(() => days.length === 2)
  expect(days).toEqual(['2026-01-02', '2026-01-02'])
})
