import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { BrowserDied, RetryWanted } from '@render/engine'
import { createProgressReader, type Progress } from '@render/jobs'
import { until } from '@render/testkit'
import { rendered, startStandIn } from './stand-in.ts'
import { startTestQueue, type TestQueue } from './test-queue.ts'

let queue: TestQueue
let parts: AsyncDisposableStack

beforeEach(async () => {
  parts = new AsyncDisposableStack()
  queue = parts.use(await startTestQueue())
})

afterEach(() => parts.disposeAsync())

/** What was told of a render, once `count` entries are there. */
function told(id: string, count: number): Promise<Progress[]> {
  return until(async () => {
    const entries = await createProgressReader(queue.redis).read(id, '0')
    return entries.length >= count ? entries.map(({ progress }) => progress) : undefined
  })
}

describe('what a worker tells of a render', () => {
  test('is its start and the stages of the engine', async () => {
    const { worker } = startStandIn(queue, async ({ onStage }) => {
      for (const name of ['open-tab', 'navigate', 'capture']) onStage!(name)
      return rendered
    })
    parts.use(worker)
    const id = await queue.submit({ html: '<p>' })
    expect(await told(id, 2)).toEqual([
      { event: 'started', attempt: 1 },
      { event: 'stages', stages: ['open-tab', 'navigate', 'capture'] },
    ])
  })

  test.each([
    ['a browser that died', () => new BrowserDied('crash'), 500],
    ['a browser that could not be started', () => new BrowserDied('launch'), 500],
    ['a condition of the caller', () => new RetryWanted('503', 'It answered 503.'), expect.any(Number)],
  ])('has every attempt, after %s', async (_why, error, delayMs) => {
    let attempts = 0
    const { worker } = startStandIn(queue, async ({ onStage }) => {
      onStage!('navigate')
      if (++attempts === 1) throw error()
      return rendered
    })
    parts.use(worker)
    const id = await queue.submit({ html: '<p>', retry_on: ['5xx'], retry_delay_ms: 100, max_retries: 1 })
    expect(await told(id, 5)).toEqual([
      { event: 'started', attempt: 1 },
      { event: 'stages', stages: ['navigate'] },
      { event: 'retrying', delayMs },
      { event: 'started', attempt: 2 },
      { event: 'stages', stages: ['navigate'] },
    ])
  })
})
