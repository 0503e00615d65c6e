import { beforeAll, describe, expect, test } from '@jest/globals'
import type { Answer } from '@render/testkit'
import { setTimeout as sleep } from 'node:timers/promises'
import { useWorld } from './support/use-world.ts'
import { untilEnded } from './support/until-ended.ts'
import { waitingIn } from './support/waiting.ts'

describe('while Redis is away', () => {
  const world = useWorld()
  let renderId: string
  let file: string

  beforeAll(async () => {
    const { body } = await world.post('/v1/render/sync', { html: 'x' })
    renderId = body.renderId
    file = new URL(body.renderUrl).pathname
  })

  /** Longer than any answer should take, and much shorter than a client of Redis waits by itself. */
  const SOON_MS = 3000

  async function expectUnavailable(): Promise<void> {
    const started = performance.now()
    const answers = await Promise.all<Answer>([
      world.post('/v1/render/async', { html: 'x' }),
      world.post('/v1/render/sync', { html: 'x' }),
      world.ask(`/v1/render/${renderId}`),
      world.ask(`/v1/redirect/${renderId}/1`),
    ])
    for (const { status, headers, body } of answers) {
      expect([status, body.error.code]).toEqual([503, 'ServiceUnavailable'])
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect(performance.now() - started).toBeLessThan(SOON_MS)
    expect(await world.ask('/ready')).toMatchObject({ status: 503, body: { parts: { redis: false } } })
    for (const path of ['/health', file]) expect((await world.ask(path)).status).toBe(200)
    await waitingIn(world, 0)
  }

  async function expectRecovery(): Promise<void> {
    const end = performance.now() + 30_000
    let answer = await world.post('/v1/render/sync', { html: 'x' })
    while (answer.status === 503 && performance.now() < end) {
      await sleep(100)
      answer = await world.post('/v1/render/sync', { html: 'x' })
    }
    expect(answer.status).toBe(200)
    expect((await world.ask('/ready')).status).toBe(200)
    expect(await untilEnded(world, renderId)).toMatchObject({ status: 'succeeded' })
  }

  test('killed and started again: 503 with Retry-After at once, then as before', async () => {
    await world.redis.process.stop({ signal: 'SIGKILL' })
    await expectUnavailable()
    await world.redis.process.start()
    await expectRecovery()
  })

  test('frozen: the same', async () => {
    world.redisLink.freeze()
    await expectUnavailable()
    world.redisLink.thaw()
    await expectRecovery()
  })

  test('cut for a moment: who waits is answered all the same', async () => {
    const proceed = Promise.withResolvers<void>()
    world.work.render = async (job) => {
      await proceed.promise
      return world.succeed(job)
    }
    const answering = world.post('/v1/render/sync', { html: 'x' })
    await waitingIn(world, 1)
    await world.redisLink.cut()
    proceed.resolve()
    await sleep(500)
    await world.redisLink.mend()
    expect((await answering).status).toBe(200)
    world.work.render = world.succeed
  })
})
