import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { randomUUIDv7 } from 'node:crypto'
import { startToxicProxy, until } from '@render/testkit'
import { connectBlocking, createProgressReader, createProgressReporter, type Progress } from '../src/index.ts'
import { startTestQueues, type TestQueues } from './test-queues.ts'

describe('the progress of a render', () => {
  let queues: TestQueues

  beforeAll(async () => {
    queues = await startTestQueues()
  })

  afterAll(() => queues[Symbol.asyncDispose]())

  const read = async (id: string, after = '0') => createProgressReader(queues.redis).read(id, after)
  const entriesOf = async (id: string, after?: string) =>
    (await read(id, after)).map(({ progress }) => progress)

  /** Returns the entries once there are so many. */
  const untilTold = (id: string, count: number): Promise<Progress[]> =>
    until(async () => {
      const found = await entriesOf(id)
      return found.length >= count ? found : undefined
    })

  test('is written in order, with stages that begin together in one entry', async () => {
    const id = randomUUIDv7()
    using progress = createProgressReporter(queues.redis).of(id)
    progress.report({ event: 'started', attempt: 1 })
    for (const name of ['viewport', 'open-tab', 'navigate']) progress.stage(name)
    const begun: Progress = { event: 'stages', stages: ['viewport', 'open-tab', 'navigate'] }
    expect(await untilTold(id, 2)).toEqual([{ event: 'started', attempt: 1 }, begun])
    progress.stage('capture')
    progress.report({ event: 'retrying', delayMs: 500 })
    expect((await untilTold(id, 4)).slice(2)).toEqual([
      { event: 'stages', stages: ['capture'] },
      { event: 'retrying', delayMs: 500 },
    ])
  })

  test('is written to its last stage when the attempt ends', async () => {
    const id = randomUUIDv7()
    const progress = createProgressReporter(queues.redis).of(id)
    progress.stage('capture')
    progress[Symbol.dispose]()
    expect(await untilTold(id, 1)).toEqual([{ event: 'stages', stages: ['capture'] }])
  })

  test('has the latest number of frames, after the stage that makes them', async () => {
    const id = randomUUIDv7()
    const progress = createProgressReporter(queues.redis).of(id)
    progress.stage('record')
    for (const done of [1, 2, 3]) progress.frames(done, 150)
    progress[Symbol.dispose]()
    expect(await untilTold(id, 2)).toEqual([
      { event: 'stages', stages: ['record'] },
      { event: 'frames', done: 3, total: 150 },
    ])
  })

  test('can be read from a given entry on', async () => {
    const id = randomUUIDv7()
    using progress = createProgressReporter(queues.redis).of(id)
    for (const attempt of [1, 2, 3]) progress.report({ event: 'started', attempt })
    await untilTold(id, 3)
    const [first, second, third] = await read(id)
    expect(await read(id, first!.id)).toEqual([second, third])
    expect(await read(id, third!.id)).toEqual([])
  })

  test('is kept for an hour, up to a maximum of entries', async () => {
    const id = randomUUIDv7()
    using progress = createProgressReporter(queues.redis).of(id)
    for (let attempt = 1; attempt <= 300; attempt++) progress.report({ event: 'started', attempt })
    await until(async () =>
      (await entriesOf(id)).some((each) => each.event === 'started' && each.attempt === 300),
    )
    expect(await entriesOf(id)).toHaveLength(200)
    const seconds = await queues.redis.ttl(`render-progress:${id}`)
    expect(seconds).toBeGreaterThan(3000)
    expect(seconds).toBeLessThanOrEqual(3600)
  })

  // Fails when the hour of a running render goes on after its end.
  test('is kept for minutes after the last attempt, and for an hour while another follows', async () => {
    const id = randomUUIDv7()
    const reporter = createProgressReporter(queues.redis)
    const secondsAfter = async (last: Progress) => {
      const progress = reporter.of(id)
      progress.report(last)
      progress[Symbol.dispose]()
      return queues.redis.ttl(`render-progress:${id}`)
    }
    expect(await secondsAfter({ event: 'retrying', delayMs: 500 })).toBeGreaterThan(3000)
    const seconds = await secondsAfter({ event: 'started', attempt: 2 })
    expect(seconds).toBeGreaterThan(60)
    expect(seconds).toBeLessThanOrEqual(300)
    expect(await secondsAfter({ event: 'retrying', delayMs: 500 })).toBeGreaterThan(3000)
    expect(await entriesOf(id)).toHaveLength(3)
  })

  test('is lost while Redis is unavailable, without an error', async () => {
    const { hostname, port, password } = new URL(queues.url)
    await using link = await startToxicProxy(() => ({ host: hostname, port: Number(port) }))
    const redis = connectBlocking(`redis://:${password}@127.0.0.1:${link.port}`)
    const id = randomUUIDv7()
    using progress = createProgressReporter(redis).of(id)
    await until(() => redis.status === 'ready')
    await link.cut()
    await until(() => redis.status !== 'ready')
    progress.report({ event: 'started', attempt: 1 })
    progress.stage('navigate')
    progress.report({ event: 'retrying', delayMs: 5 })
    await link.restore()
    await until(() => redis.status === 'ready')
    progress.report({ event: 'started', attempt: 2 })
    expect(await untilTold(id, 1)).toEqual([{ event: 'started', attempt: 2 }])
    redis.disconnect()
  })
})
