import { beforeEach, afterEach, describe, expect, test } from '@jest/globals'
import { sendRequest, until } from '@render/testkit'
import { setTimeout as sleep } from 'node:timers/promises'
import { startProcess, type GatewayProcess } from './support/gateway-process.ts'
import { startWorld } from './support/start-world.ts'
import { useWorld } from './support/use-world.ts'
import { waitingIn } from './support/waiting.ts'

/** Long enough for a test on a busy machine to see a gateway that is not ready and still accepts requests. */
const LAME_DUCK_MS = '5000'

// Each test fails when the gateway stops at once (`LAME_DUCK_MS`, `SYNC_DRAIN_MS` and `CUT_MS` of 0).
describe('a gateway that gets SIGTERM', () => {
  const world = useWorld()
  let gateway: GatewayProcess
  let proceed: () => void

  async function start(settings: Record<string, string>): Promise<void> {
    gateway = await startProcess({ ...(await world.anotherEnvironment()), ...settings })
  }

  beforeEach(() => {
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
    return sendRequest(`${gateway.url}/v1/render/sync`, {
      method: 'POST',
      headers: { authorization: `Bearer ${world.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ html: 'x', ...options }),
    })
  }

  test('X35 is not ready at once, answers waiting callers when the render ends, and exits', async () => {
    await start({ LAME_DUCK_MS })
    const answering = sync()
    await waitingIn(gateway, 1)
    gateway.kill('SIGTERM')
    await until(async () => (await sendRequest(`${gateway.metricsUrl}/ready`)).status !== 200)
    expect((await sendRequest(`${gateway.url}/health`)).headers.get('connection')).toBe('close')
    proceed()
    const answer = await answering
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
    expect(await gateway.exited).toBe(0)
  })

  test('X35 redirects waiting callers to another gateway after `SYNC_DRAIN_MS`, and exits', async () => {
    await start({ SYNC_DRAIN_MS: '500' })
    const waits = [sync(), sync({ redirect_after: 0 })]
    await waitingIn(gateway, 2)
    gateway.kill('SIGTERM')
    for (const answer of await Promise.all(waits)) {
      expect(answer.status).toBe(307)
      proceed()
      // PUBLIC_URL is that of the other gateway.
      expect((await sendRequest(answer.body.redirectUrl)).body).toMatchObject({ size: 11 })
    }
    expect(await gateway.exited).toBe(0)
  })

  test('X35 loses no request of a load balancer that checks readiness twice a second', async () => {
    await start({ LAME_DUCK_MS })
    proceed()
    world.work.render = world.succeed
    const statuses: number[] = []
    while ((await sendRequest(`${gateway.metricsUrl}/ready`)).status === 200) {
      const lookAgainMs = performance.now() + 500
      while (performance.now() < lookAgainMs) {
        statuses.push((await sync()).status)
        await sleep(25)
        if (statuses.length === 1) gateway.kill('SIGTERM')
      }
    }
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await gateway.exited).toBe(0)
  })
})

describe('the log of a gateway', () => {
  test('has ids and codes as JSON, and no secrets', async () => {
    await using world = await startWorld()
    const gateway = await startProcess(await world.anotherEnvironment())
    const post = (options: object) =>
      sendRequest(`${gateway.url}/v1/render/sync`, {
        method: 'POST',
        headers: { authorization: `Bearer ${world.key}`, 'content-type': 'application/json' },
        body: JSON.stringify(options),
      })
    const url = 'http://user:sesame@127.0.1.1/sesame?sesame=sesame'
    const good = await post({ url, webhook_url: url, html: '<p>sesame' })
    await post({ url: 'http://user:sesame@127.0.0.1/sesame?sesame', sesame: 'sesame' })
    await sendRequest(`${gateway.url}/sesame?sesame`)
    await sendRequest(`${gateway.url}${new URL(good.body.renderUrl).pathname}`)
    await world.redis.process.stop({ signal: 'SIGKILL' })
    expect((await post({ url, html: 'sesame' })).status).toBe(503)
    gateway.kill('SIGTERM')
    expect(await gateway.exited).toBe(0)
    await world.redis.process.start()

    const lines = gateway.log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines).toContainEqual(
      expect.objectContaining({
        service: 'gateway',
        msg: 'request',
        route: 'createRenderSync',
        status: 200,
        renderId: good.body.renderId,
        requestId: good.headers.get('x-service-request-id'),
      }),
    )
    expect(lines).toContainEqual(
      expect.objectContaining({ route: 'createRenderSync', code: 'URLDoesNotResolveError' }),
    )
    expect(lines).toContainEqual(expect.objectContaining({ level: 'error', code: 'ServiceUnavailable' }))
    const text = gateway.log
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
  test('names every missing environment variable', async () => {
    const { message } = await startProcess({ PORT: 'x' }).then(
      () => new Error('The gateway has started.'),
      (error: Error) => error,
    )
    for (const name of ['PORT', 'PUBLIC_URL', 'REDIS_URL', 'STORAGE_PATH', 'WORKER_PUBLIC_KEY'])
      expect(message).toContain(`  ${name}: `)
  })
})
