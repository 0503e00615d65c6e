import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '@render/testkit'
import {
  connectPatiently,
  createProgressReader,
  createProgressReporter,
  type Progress,
} from '../src/index.ts'
import { startTestQueues, type TestQueues } from './test-queues.ts'

describe('the progress of a render', () => {
  let queues: TestQueues

  beforeAll(async () => {
    queues = await startTestQueues()
  })

  afterAll(() => queues[Symbol.asyncDispose]())

  const read = async (id: string, after = '0') => createProgressReader(queues.redis).read(id, after)
  const told = async (id: string, after?: string) => (await read(id, after)).map(({ progress }) => progress)

  /** What there is once so many entries are there. */
  const untilTold = (id: string, count: number): Promise<Progress[]> =>
    until(async () => {
      const found = await told(id)
      return found.length >= count ? found : undefined
    })

  test('is told in its order, stages that begin together at once', async () => {
    const id = randomUUIDv7()
    using progress = createProgressReporter(queues.redis).of(id)
    progress.tell({ event: 'started', attempt: 1 })
    for (const name of ['viewport', 'open-tab', 'navigate']) progress.stage(name)
    const begun: Progress = { event: 'stages', stages: ['viewport', 'open-tab', 'navigate'] }
    expect(await untilTold(id, 2)).toEqual([{ event: 'started', attempt: 1 }, begun])
    progress.stage('capture')
    progress.tell({ event: 'retrying', delayMs: 500 })
    expect((await untilTold(id, 4)).slice(2)).toEqual([
      { event: 'stages', stages: ['capture'] },
      { event: 'retrying', delayMs: 500 },
    ])
  })

  test('is told to its last stage when it is over', async () => {
    const id = randomUUIDv7()
    const progress = createProgressReporter(queues.redis).of(id)
    progress.stage('capture')
    progress[Symbol.dispose]()
    expect(await untilTold(id, 1)).toEqual([{ event: 'stages', stages: ['capture'] }])
  })

  test('is read on from where somebody stopped', async () => {
    const id = randomUUIDv7()
    using progress = createProgressReporter(queues.redis).of(id)
    for (const attempt of [1, 2, 3]) progress.tell({ event: 'started', attempt })
    await untilTold(id, 3)
    const [first, second, third] = await read(id)
    expect(await read(id, first!.id)).toEqual([second, third])
    expect(await read(id, third!.id)).toEqual([])
  })

  test('is kept for an hour, and only so much of it', async () => {
    const id = randomUUIDv7()
    using progress = createProgressReporter(queues.redis).of(id)
    for (let attempt = 1; attempt <= 300; attempt++) progress.tell({ event: 'started', attempt })
    await until(async () => (await told(id)).some((each) => each.event === 'started' && each.attempt === 300))
    expect(await told(id)).toHaveLength(200)
    const seconds = await queues.redis.ttl(`render-progress:${id}`)
    expect(seconds).toBeGreaterThan(3000)
    expect(seconds).toBeLessThanOrEqual(3600)
  })

  test('is not told while Redis is away, and nobody notices', async () => {
    const nowhere = connectPatiently('redis://127.0.0.1:1')
    try {
      using progress = createProgressReporter(nowhere).of(randomUUIDv7())
      progress.tell({ event: 'started', attempt: 1 })
      progress.stage('navigate')
      await sleep(300)
    } finally {
      nowhere.disconnect()
    }
  })
})
