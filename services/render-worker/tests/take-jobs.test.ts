import { afterEach, expect, test } from '@jest/globals'
import { videosQueue } from '@render/jobs'
import { until } from '@render/testkit'
import { takeJobs } from '../src/take-jobs.ts'
import { rendered, standInContext } from './stand-in.ts'
import { useTestQueue } from './test-queue.ts'

const queue = useTestQueue()
const parts: AsyncDisposable[] = []
const settings = { DRAIN_MS: 100, ATTEMPT_TIMEOUT_MS: 100, RENDER_QUEUE: '', MIN_FREE_DISK_PERCENT: 0 }
const crashed = { startedAt: Date.now(), lonelyDeaths: 0, workerDeaths: 2 }

afterEach(async () => {
  for (const part of parts.splice(0)) await part[Symbol.asyncDispose]()
})

// Fails when `takeJobs` gives renders no turns.
test('a render that may crash its worker runs when no other does', async () => {
  const running = new Map<string, () => void>()
  const context = standInContext(queue, async ({ options }) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    running.set(String(options.html), resolve)
    await promise
    return rendered
  })
  const end = (html: string) => {
    running.get(html)!()
    running.delete(html)
  }
  parts.push(takeJobs({ ...context, artefactDays: 30 }, settings, { slots: 4, videoSlots: 1 }))
  const inQueue = async () => (await queue.redis.zcard('bull:renders:prioritized')) === 0
  await queue.submit({ html: 'first' })
  await until(() => running.size === 1)
  const alone = await queue.submit({ html: 'crashed workers' }, { history: crashed })
  await until(inQueue)
  const last = await queue.submit({ html: 'last' })
  await until(inQueue)
  expect([...running.keys()]).toEqual(['first'])
  end('first')
  await until(() => running.has('crashed workers'))
  expect([...running.keys()]).toEqual(['crashed workers'])
  end('crashed workers')
  await queue.succeeded(alone)
  await until(() => running.has('last'))
  end('last')
  await queue.succeeded(last)
})

test('a render that waits for a language model holds neither its slot nor its turn', async () => {
  const answered = Promise.withResolvers<void>()
  const context = standInContext(queue, async ({ options, onStage }) => {
    if (options.html !== 'asking') return rendered
    onStage?.('ask-model')
    await answered.promise
    return rendered
  })
  parts.push(takeJobs({ ...context, artefactDays: 30 }, settings, { slots: 1, videoSlots: 1 }))
  const asking = await queue.submit({ html: 'asking' })
  const alone = await queue.submit({ html: 'crashed workers' }, { history: crashed })
  await queue.succeeded(alone)
  answered.resolve()
  await queue.succeeded(asking)
})

test('a render that is no video has its slot beside videos, of which each waits for another', async () => {
  const ended = Promise.withResolvers<void>()
  let videos = 0
  const context = standInContext(queue, async ({ options }) => {
    if (options.html !== 'video') return rendered
    videos += 1
    await ended.promise
    return rendered
  })
  parts.push(takeJobs({ ...context, artefactDays: 30 }, settings, { slots: 1, videoSlots: 1 }))
  const ids = [
    await queue.submit({ html: 'video' }, {}, videosQueue()),
    await queue.submit({ html: 'video' }, {}, videosQueue()),
  ]
  await until(() => videos === 1)
  await queue.succeeded(await queue.submit({ html: 'picture' }))
  expect(videos).toBe(1)
  ended.resolve()
  for (const id of ids) await queue.succeeded(id)
})
