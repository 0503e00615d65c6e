import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { descendantsOf, startWebhookCatcher, type WebhookCatcher } from '@render/testkit'
import { setTimeout as sleep } from 'node:timers/promises'
import { useWorld } from './use-world.ts'

describe('an accepted render is finished', () => {
  const world = useWorld()
  let catcher: WebhookCatcher

  beforeEach(async () => {
    catcher = await startWebhookCatcher()
  })

  afterEach(async () => {
    await Promise.all(Object.values(world.stack.processes).map((process) => process?.start()))
    await catcher[Symbol.asyncDispose]()
  }, 60_000)

  /** Accepted, under way for some seconds, its event wanted. */
  async function acceptSlow(delay = 2000): Promise<string> {
    const answer = await world.stack.client.async({
      url: `${world.origin.url}/red`,
      delay,
      webhook_url: catcher.url,
    })
    expect(answer.status).toBe(201)
    await sleep(500)
    return answer.body.statusUrl
  }

  async function expectOneSuccess(statusUrl: string): Promise<void> {
    const record = await world.stack.client.untilFinished(statusUrl)
    expect(record.body).toMatchObject({ status: 'succeeded' })
    expect((await fetch(record.body.renderUrl)).status).toBe(200)
    const [event] = await catcher.untilCaught(1)
    expect(JSON.parse(event!.body)).toMatchObject({
      event: 'render.succeeded',
      result: { size: record.body.size },
    })
    await sleep(1000)
    expect(new Set(catcher.caught.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  }

  test('when the gateway is killed', async () => {
    const statusUrl = await acceptSlow()
    world.stack.processes.gateway.kill('SIGKILL')
    await world.stack.processes.gateway.ready()
    await expectOneSuccess(statusUrl)
  }, 60_000)

  test('when the dispatcher is killed and away', async () => {
    await world.stack.processes['webhook-dispatcher'].stop({ signal: 'SIGKILL' })
    const statusUrl = await acceptSlow(0)
    await world.stack.client.untilFinished(statusUrl)
    await world.stack.processes['webhook-dispatcher'].start()
    await expectOneSuccess(statusUrl)
  }, 60_000)

  test('when management is killed and away: a known key goes on, record and event follow', async () => {
    await world.stack.client.sync({ html: 'the key is known now' })
    await world.stack.processes.management.stop({ signal: 'SIGKILL' })
    const statusUrl = await acceptSlow(0)
    const early = await world.stack.client.untilFinished(statusUrl)
    expect(early.body.status).toBe('succeeded')
    await sleep(5000)
    expect(catcher.caught).toHaveLength(0)
    await world.stack.processes.management.start()
    await expectOneSuccess(statusUrl)
  }, 90_000)

  test('when the render worker is killed: another attempt finishes it', async () => {
    const statusUrl = await acceptSlow(3000)
    world.stack.processes['render-worker'].kill('SIGKILL')
    await expectOneSuccess(statusUrl)
  }, 90_000)

  test('when the browser is killed', async () => {
    const statusUrl = await acceptSlow(3000)
    killBelowWorker(/headless|chrom/i)
    await expectOneSuccess(statusUrl)
  }, 90_000)

  test('when Redis is killed', async () => {
    const statusUrl = await acceptSlow(3000)
    world.stack.processes.redis!.kill('SIGKILL')
    await world.stack.processes.redis!.ready()
    await expectOneSuccess(statusUrl)
  }, 90_000)

  test('when Postgres is killed', async () => {
    const statusUrl = await acceptSlow(1000)
    world.stack.processes.postgres!.kill('SIGKILL')
    await world.stack.processes.postgres!.ready()
    await expectOneSuccess(statusUrl)
  }, 90_000)

  test.each(['gateway', 'render-worker', 'webhook-dispatcher', 'management'] as const)(
    'when %s is asked to stop and started again',
    async (service) => {
      const statusUrl = await acceptSlow()
      await world.stack.processes[service].stop()
      await world.stack.processes[service].start()
      await expectOneSuccess(statusUrl)
    },
    90_000,
  )

  test('a sync request under way when the gateway is asked to stop is answered or sent on', async () => {
    const answering = world.stack.client.sync({ url: `${world.origin.url}/red`, delay: 4000 })
    await sleep(500)
    await world.stack.processes.gateway.stop()
    const answer = await answering
    expect([200, 307]).toContain(answer.status)
    await world.stack.processes.gateway.start()
  }, 90_000)

  test('a page that kills its renderer every time fails, and the next render is fine', async () => {
    const answering = world.stack.client.sync({ url: `${world.origin.url}/red`, delay: 5000 })
    const killing = setInterval(() => killBelowWorker(/type=renderer/), 200)
    const answer = await answering.finally(() => clearInterval(killing))
    expect([answer.status, answer.body.error.code]).toEqual([500, 'EngineResponseNotOkError'])
    expect((await world.stack.client.sync({ url: `${world.origin.url}/red` })).status).toBe(200)
  }, 90_000)

  test('when the egress proxy is killed', async () => {
    const statusUrl = await acceptSlow()
    killBelowWorker(/proxy\/process\.ts/)
    await expectOneSuccess(statusUrl)
  }, 60_000)

  function killBelowWorker(pattern: RegExp): void {
    const worker = world.stack.processes['render-worker'].identity
    for (const { pid, command } of worker ? descendantsOf(worker.pid) : []) {
      try {
        if (pattern.test(command)) process.kill(pid, 'SIGKILL')
      } catch {
        // It ended with its parent.
      }
    }
  }
})

describe('while a part is away', () => {
  const world = useWorld()

  test('a cold key is 503 with Retry-After while management is away', async () => {
    await world.stack.processes.management.stop()
    const answer = await world.stack.client.sync({ html: 'x' })
    expect([answer.status, answer.body.error.code]).toEqual([503, 'ServiceUnavailable'])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    await world.stack.processes.management.start()
    expect((await world.stack.client.sync({ html: 'x' })).status).toBe(200)
  }, 60_000)

  test('creates and status reads are 503 with Retry-After while Redis is away, and work after it is back', async () => {
    const { body } = await world.stack.client.async({ html: 'x' })
    await world.stack.processes.redis!.stop()
    for (const asking of [world.stack.client.async({ html: 'x' }), fetch(body.statusUrl)]) {
      const answer = await asking
      expect(answer.status).toBe(503)
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    await world.stack.processes.redis!.start()
    expect((await world.stack.client.untilFinished(body.statusUrl)).body.status).toBe('succeeded')
    expect((await world.stack.client.sync({ html: 'x' })).status).toBe(200)
  }, 60_000)
})
