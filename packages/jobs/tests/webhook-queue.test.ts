import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { until } from '@render/testkit'
import { createWebhookQueue, DelayedError, type WebhookQueue } from '../src/index.ts'
import { startTestQueues, type TestQueues } from './test-queues.ts'

let queues: TestQueues
let queue: WebhookQueue
/** Ids of the jobs that were started. */
const begun: string[] = []

beforeAll(async () => {
  queues = await startTestQueues()
  queue = createWebhookQueue(queues.redis)
})

afterAll(async () => {
  await queue[Symbol.asyncDispose]()
  await queues[Symbol.asyncDispose]()
})

const eventOf = (id: string, replay?: number) => ({
  organisationId: 'org_1',
  projectId: 'prj_1',
  requestId: 'req_1',
  sealedUrl: 'sealed',
  createdAt: 0,
  event: { id, body: { event: 'webhook.test' } },
  ...(replay !== undefined && { replay }),
})

test('an event that is added several times is delivered once, and once more for each replay', async () => {
  await queue.add(eventOf('a'), eventOf('b'))
  await queue.add(eventOf('a'), eventOf('a', 1))
  await queue.add(eventOf('a', 1))
  const jobs = await queues.redis.lrange('bull:webhooks:wait', 0, -1)
  expect(jobs.toSorted()).toEqual(['a', 'a-1', 'b'])
})

test('promote makes delayed jobs due, and no others', async () => {
  queues.work('webhooks', async (job, token) => {
    begun.push(job.id!)
    if (job.id === 'b' && job.attemptsStarted === 1) {
      await job.moveToDelayed(Date.now() + 600_000, token)
      throw new DelayedError()
    }
    return { status: 200 }
  })
  await until(async () => (await queues.redis.zcard('bull:webhooks:delayed')) === 1 && begun.length === 3)
  expect([await queue.promote('a'), await queue.promote('nobody')]).toEqual([false, false])
  expect(await queue.promote('b')).toBe(true)
  await until(() => begun.length === 4)
  expect(begun.at(-1)).toBe('b')
})

// Fails with BullMQ's default, ten thousand.
test('about two thousand events of a queue are kept', async () => {
  // Until the queue has written its settings, BullMQ's default counts.
  await until(async () => (await queues.redis.hget('bull:webhooks:meta', 'opts.maxLenEvents')) === '2000')
  for (let begin = 0; begin < 1500; begin += 100)
    await queue.add(...Array.from({ length: 100 }, (_, at) => eventOf(`many-${begin + at}`)))
  expect(await queues.redis.xlen('bull:webhooks:events')).toBeLessThan(2500)
})
