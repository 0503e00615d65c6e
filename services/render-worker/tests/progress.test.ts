import { describe, expect, test } from '@jest/globals'
import { BrowserCrashed, RetryWanted } from '@render/engine'
import { createProgressReader, type Progress } from '@render/jobs'
import { until } from '@render/testkit'
import { rendered, startStandIn } from './stand-in.ts'
import { useTestQueue } from './test-queue.ts'

const queue = useTestQueue()

/** Resolves with the progress of a render once it has `count` entries. */
function progressOf(id: string, count: number): Promise<Progress[]> {
  return until(async () => {
    const entries = await createProgressReader(queue.redis).read(id, '0')
    return entries.length >= count ? entries.map(({ progress }) => progress) : undefined
  })
}

describe('the progress of a render', () => {
  test('has the start and the stages of the engine', async () => {
    const { worker } = startStandIn(queue, async ({ onStage }) => {
      for (const name of ['open-tab', 'navigate', 'capture']) onStage!(name)
      return rendered
    })
    queue.use(worker)
    const id = await queue.submit({ html: '<p>' })
    expect(await progressOf(id, 2)).toEqual([
      { event: 'started', attempt: 1 },
      { event: 'stages', stages: ['open-tab', 'navigate', 'capture'] },
    ])
  })

  test('has the frames of a video', async () => {
    const { worker } = startStandIn(queue, async ({ onFrame }) => {
      onFrame!(75, 150)
      return rendered
    })
    queue.use(worker)
    const id = await queue.submit({ html: '<p>' })
    expect((await progressOf(id, 2))[1]).toEqual({ event: 'frames', done: 75, total: 150 })
  })

  test.each([
    ['a browser crash', () => new BrowserCrashed('crash'), 500],
    ['a browser that did not start', () => new BrowserCrashed('launch'), 500],
    ['a condition of retry_on', () => new RetryWanted('503', 'It answered 503.'), expect.any(Number)],
  ])('has every attempt after %s', async (_why, error, delayMs) => {
    let attempts = 0
    const { worker } = startStandIn(queue, async ({ onStage }) => {
      onStage!('navigate')
      if (++attempts === 1) throw error()
      return rendered
    })
    queue.use(worker)
    const id = await queue.submit({ html: '<p>', retry_on: ['5xx'], retry_delay_ms: 100, max_retries: 1 })
    expect(await progressOf(id, 5)).toEqual([
      { event: 'started', attempt: 1 },
      { event: 'stages', stages: ['navigate'] },
      { event: 'retrying', delayMs },
      { event: 'started', attempt: 2 },
      { event: 'stages', stages: ['navigate'] },
    ])
  })
})
