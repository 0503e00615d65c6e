// Jobs that the version that could only make images left in the queue are rendered by this one.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { BrowserCrashed } from '@render/engine'
import { imageOnlyVersion, restoreQueues } from '@render/testkit'
import { createOpen } from '@render/vault'
import { rendered, startStandIn } from './stand-in.ts'
import { startTestQueue, type TestQueue } from './test-queue.ts'
import { startWorkerProcess } from './worker-process.ts'

const { queued, recorded, waiting } = imageOnlyVersion
const privateKeys = [imageOnlyVersion.workerKey] as TestQueue['privateKeys']

let parts: AsyncDisposableStack
let queue: TestQueue

beforeEach(async () => {
  parts = new AsyncDisposableStack()
  const own = parts.use(await startTestQueue())
  queue = { ...own, privateKeys, open: createOpen(privateKeys) }
})

afterEach(() => parts.disposeAsync())

describe('a queued render of the image-only version', () => {
  beforeEach(() => restoreQueues(queue.redis, queued))

  test('is rendered with the same sizes and side files', async () => {
    parts.use(await startWorkerProcess(queue))
    const { outcome } = recorded.rows.find(({ id }) => id === recorded.succeeded) as {
      outcome: Awaited<ReturnType<TestQueue['succeeded']>>
    }
    const { width, height, files, response, warnings, attempts, bandwidthBytes } = await queue.succeeded(
      queued.withSideFiles,
    )
    expect({ width, height, response, warnings, attempts, bandwidthBytes }).toEqual({
      width: outcome.width,
      height: outcome.height,
      response: outcome.response,
      warnings: outcome.warnings,
      attempts: outcome.attempts,
      bandwidthBytes: outcome.bandwidthBytes,
    })
    expect(files).toEqual(outcome.files?.map((sideFile) => ({ ...sideFile, file: expect.any(Object) })))
  })

  test('is opened with its secret options, and retried with its own retry options', async () => {
    const { requests, worker } = startStandIn(queue, async ({ solo, options }) => {
      if (options.width === 300 && !solo) throw new BrowserCrashed('crash')
      return rendered
    })
    parts.use(worker)
    expect((await queue.succeeded(queued.plain)).attempts).toBe(2)
    const attempts = requests.filter(({ options }) => JSON.stringify(options).includes('/red?token='))
    expect(attempts.map(({ options, solo }) => [options.width, solo])).toEqual([
      [300, false],
      [400, true],
    ])
  })

  test('is certified when it asked for that while it had no effect', async () => {
    const job = `bull:renders:${queued.plain}`
    const data = JSON.parse((await queue.redis.hget(job, 'data'))!) as { options: object }
    const options = { ...data.options, certify: true }
    await queue.redis.hset(job, 'data', JSON.stringify({ ...data, options }))
    const { worker } = startStandIn(queue, async () => rendered)
    parts.use(worker)
    const { certificate } = await queue.succeeded(queued.plain)
    expect(JSON.parse(certificate!.hashedOptions)).toMatchObject({
      url: expect.stringContaining('/red?token='),
      width: 300,
    })
  })

  test('fails after one more solo crash when the earlier version counted two', async () => {
    const job = `bull:renders:${queued.plain}`
    const data = JSON.parse((await queue.redis.hget(job, 'data'))!) as object
    const history = { startedAt: Date.now(), lonelyDeaths: 2, workerDeaths: 0 }
    await queue.redis.hset(job, 'data', JSON.stringify({ ...data, history }))
    const { worker } = startStandIn(queue, () => Promise.reject(new BrowserCrashed('crash')))
    parts.use(worker)
    expect(await queue.ended(queued.plain)).toMatchObject({
      status: 'failed',
      attempts: 1,
      error: { code: 'EngineResponseNotOkError' },
    })
  })
})

test('a render that the image-only version delayed is opened, and makes its next attempt', async () => {
  await restoreQueues(queue.redis, waiting)
  const job = `bull:renders:${waiting.deferred}`
  const data = JSON.parse((await queue.redis.hget(job, 'data'))!) as { retried: object }
  // All attempts together have fifteen minutes.
  const retried = { ...data.retried, since: Date.now() }
  await queue.redis.hset(job, 'data', JSON.stringify({ ...data, retried }))
  expect(await queue.finder.find(waiting.deferred)).toEqual({ status: 'retrying' })
  const { requests, worker } = startStandIn(queue, async () => rendered)
  parts.use(worker)
  expect((await queue.succeeded(waiting.deferred)).attempts).toBe(2)
  expect(requests.map(({ options }) => options.html)).toContain('<p>deferred')
})
