import { beforeAll, describe, expect, test } from '@jest/globals'
import { connectBlocking } from '@render/jobs'
import { until, type ApiResponse } from '@render/testkit'
import { useWorld } from './support/use-world.ts'
import { untilEnded } from './support/until-ended.ts'
import { waitingIn } from './support/waiting.ts'

describe('while Redis is unavailable', () => {
  const world = useWorld()
  let renderId: string
  let file: string

  beforeAll(async () => {
    const { body } = await world.post('/v1/render/sync', { html: 'x' })
    renderId = body.renderId
    file = new URL(body.renderUrl).pathname
  })

  async function expectUnavailable(): Promise<void> {
    const answers = await Promise.all<ApiResponse>([
      world.post('/v1/render/async', { html: 'x' }),
      world.post('/v1/render/sync', { html: 'x' }),
      world.ask(`/v1/render/${renderId}`),
      world.ask(`/v1/redirect/${renderId}/1`),
    ])
    for (const { status, headers, body } of answers) {
      expect([status, body.error.code]).toEqual([503, 'ServiceUnavailable'])
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect(await world.ask('/ready')).toMatchObject({ status: 503, body: { parts: { redis: false } } })
    for (const path of ['/health', file]) expect((await world.ask(path)).status).toBe(200)
    await waitingIn(world, 0)
  }

  async function expectRecovery(): Promise<void> {
    const answer = await until(async () => {
      const repeat = await world.post('/v1/render/sync', { html: 'x' })
      return repeat.status === 503 ? undefined : repeat
    })
    expect(answer.status).toBe(200)
    expect((await world.ask('/ready')).status).toBe(200)
    expect(await untilEnded(world, renderId)).toMatchObject({ status: 'succeeded' })
  }

  test('because it was killed: answers 503 with Retry-After meanwhile, and recovers', async () => {
    await world.redis.process.stop({ signal: 'SIGKILL' })
    await expectUnavailable()
    await world.redis.process.start()
    await expectRecovery()
  })

  test('because it is frozen: answers 503 with Retry-After meanwhile, and recovers', async () => {
    world.redisLink.freeze()
    await expectUnavailable()
    world.redisLink.thaw()
    await expectRecovery()
  })

  test('for a moment: waiting callers are answered all the same', async () => {
    const begun = Promise.withResolvers<string>()
    const proceed = Promise.withResolvers<void>()
    world.work.render = async (job) => {
      begun.resolve(job.id!)
      await proceed.promise
      return world.succeed(job)
    }
    const answering = world.post('/v1/render/sync', { html: 'x' })
    await waitingIn(world, 1)
    const id = await begun.promise
    await world.redisLink.cut()
    proceed.resolve()
    const redis = connectBlocking(world.redis.url)
    await until(() => redis.hexists(`bull:renders:${id}`, 'finishedOn'))
    redis.disconnect()
    await world.redisLink.restore()
    expect((await answering).status).toBe(200)
    world.work.render = world.succeed
  })
})
