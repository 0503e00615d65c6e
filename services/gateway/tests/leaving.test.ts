import { beforeEach, afterEach, describe, expect, test } from '@jest/globals'
import { ask } from '@render/testkit'
import { setTimeout as sleep } from 'node:timers/promises'
import { startProcess, type GatewayProcess } from './support/gateway-process.ts'
import { startWorld } from './support/start-world.ts'
import { useWorld } from './support/use-world.ts'
import { waitingIn } from './support/waiting.ts'

// Each was seen to fail when the gateway stops at once (`LAME_DUCK_MS` and `CUT_MS` of 0).
describe('a gateway that gets SIGTERM', () => {
  const world = useWorld()
  let gateway: GatewayProcess
  let proceed: () => void

  beforeEach(async () => {
    gateway = await startProcess(await world.anotherEnvironment())
    const held = Promise.withResolvers<void>()
    proceed = held.resolve
    world.work.render = async (job) => {
      await held.promise
      return world.succeed(job)
    }
  })

  afterEach(async () => {
    proceed()
    await gateway[Symbol.asyncDispose]()
  })

  function sync(options: object = {}) {
    return ask(`${gateway.url}/v1/render/sync`, {
      method: 'POST',
      headers: { authorization: `Bearer ${world.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ html: 'x', ...options }),
    })
  }

  test('X35 says so first, answers who is waiting when the render ends, and exits', async () => {
    const answering = sync()
    await waitingIn(gateway, 1)
    gateway.terminate()
    while ((await ask(`${gateway.opsUrl}/ready`)).status === 200) await sleep(10)
    expect((await ask(`${gateway.url}/health`)).headers.get('connection')).toBe('close')
    proceed()
    const answer = await answering
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
    expect(await gateway.ended).toBe(0)
  })

  test('X35 sends who still waits to another gateway, and exits within 30 s', async () => {
    const waits = [sync(), sync({ redirect_after: 0 })]
    await waitingIn(gateway, 2)
    const started = performance.now()
    gateway.terminate()
    for (const answer of await Promise.all(waits)) {
      expect(answer.status).toBe(307)
      proceed()
      // PUBLIC_URL is that of the other gateway.
      expect((await ask(answer.body.redirectUrl)).body).toMatchObject({ size: 11 })
    }
    expect(await gateway.ended).toBe(0)
    expect(performance.now() - started).toBeLessThan(30_000)
  })

  test('X35 loses no request of a balancer that asks for its readiness twice a second', async () => {
    proceed()
    world.work.render = world.succeed
    const statuses: number[] = []
    setTimeout(() => gateway.terminate(), 300)
    while ((await ask(`${gateway.opsUrl}/ready`)).status === 200) {
      const lookAgainMs = performance.now() + 500
      while (performance.now() < lookAgainMs) statuses.push((await sync()).status)
    }
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await gateway.ended).toBe(0)
  })
})

describe('what a gateway logs', () => {
  test('ids and codes as JSON, and nothing that is a secret', async () => {
    await using world = await startWorld()
    const gateway = await startProcess(await world.anotherEnvironment())
    const post = (options: object) =>
      ask(`${gateway.url}/v1/render/sync`, {
        method: 'POST',
        headers: { authorization: `Bearer ${world.key}`, 'content-type': 'application/json' },
        body: JSON.stringify(options),
      })
    const url = 'http://user:sesame@127.0.1.1/sesame?sesame=sesame'
    const good = await post({ url, webhook_url: url, html: '<p>sesame' })
    await post({ url: 'http://user:sesame@127.0.0.1/sesame?sesame', sesame: 'sesame' })
    await ask(`${gateway.url}/sesame?sesame`)
    await ask(`${gateway.url}${new URL(good.body.renderUrl).pathname}`)
    await world.redis.process.stop({ signal: 'SIGKILL' })
    expect((await post({ url, html: 'sesame' })).status).toBe(503)
    gateway.terminate()
    expect(await gateway.ended).toBe(0)
    await world.redis.process.start()

    const lines = gateway.logged().map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines).toContainEqual(
      expect.objectContaining({
        service: 'gateway',
        msg: 'request',
        route: 'create-sync',
        status: 200,
        renderId: good.body.renderId,
        requestId: good.headers.get('x-service-request-id'),
      }),
    )
    expect(lines).toContainEqual(
      expect.objectContaining({ route: 'create-sync', code: 'URLDoesNotResolveError' }),
    )
    expect(lines).toContainEqual(expect.objectContaining({ level: 'error', code: 'ServiceUnavailable' }))
    const text = gateway.logged().join('\n')
    const token = new URL(good.body.renderUrl).pathname.split('/').at(-1)!
    for (const secret of [
      'sesame',
      world.key,
      world.management.token,
      token,
      new URL(world.redis.url).password,
    ])
      expect(text).not.toContain(secret)
  })
})

describe('a gateway that cannot start', () => {
  test('names every variable that is missing', async () => {
    const gateway = startProcess({ PORT: 'x' })
    await expect(gateway).rejects.toThrow(
      /PORT[^]*PUBLIC_URL[^]*REDIS_URL[^]*STORAGE_PATH[^]*WORKER_PUBLIC_KEY/,
    )
  })
})
