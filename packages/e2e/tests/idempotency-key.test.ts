import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { ask, startWebhookCatcher, type WebhookCatcher } from '@render/testkit'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { useWorld } from './use-world.ts'

// Each was seen to fail when `claim` of `claims.ts` takes every request for a new one.
describe('a request with an Idempotency-Key', () => {
  const world = useWorld()
  let catcher: WebhookCatcher
  let key: string

  beforeAll(async () => {
    catcher = await startWebhookCatcher()
  })

  afterAll(async () => {
    await catcher[Symbol.asyncDispose]()
  })

  beforeEach(() => {
    key = randomUUID()
    catcher.caught.length = 0
    world.origin.seen.length = 0
  })

  function send(path: string, delay: number) {
    const { baseUrl, secretKey } = world.stack.info
    return ask(baseUrl + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${secretKey}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({ url: `${world.origin.url}/red`, delay, webhook_url: catcher.url }),
    })
  }

  const loads = () => world.origin.seen.filter(({ path }) => path === '/red')

  async function untilLoaded(): Promise<void> {
    for (const end = performance.now() + 30_000; loads().length === 0; await sleep(20))
      if (performance.now() > end) throw new Error('The page was not loaded.')
  }

  async function killGateway(): Promise<void> {
    world.stack.processes.gateway.kill('SIGKILL')
    await world.stack.processes.gateway.ready()
  }

  async function expectOneRender(): Promise<void> {
    await catcher.untilCaught(1)
    await sleep(1000)
    expect(new Set(catcher.caught.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(loads()).toHaveLength(1)
  }

  test('X34 whose gateway is killed while it waits is answered when it is sent again', async () => {
    const lost = expect(send('/v1/render/sync', 3000)).rejects.toThrow()
    await untilLoaded()
    await killGateway()
    await lost
    const answer = await send('/v1/render/sync', 3000)
    expect(answer.status).toBe(200)
    expect((await fetch(answer.body.renderUrl)).status).toBe(200)
    await expectOneRender()
    // By now it is in management's records.
    expect((await send('/v1/render/sync', 3000)).body).toEqual(answer.body)
  })

  test('whose gateway is killed right after it was accepted is the same render', async () => {
    const first = await send('/v1/render/async', 1000)
    await killGateway()
    const again = await send('/v1/render/async', 1000)
    expect([again.status, again.body]).toEqual([201, first.body])
    const record = await world.stack.client.untilFinished(first.body.statusUrl)
    expect(record.body.status).toBe('succeeded')
    await expectOneRender()
  })

  test('of which many are under way when their gateway is killed is one render in the end', async () => {
    const sending = Array.from({ length: 10 }, () => send('/v1/render/async', 0))
    const ended = Promise.allSettled(sending)
    await Promise.race(sending)
    await killGateway()
    await ended
    const answers = await Promise.all([1, 2, 3].map(() => send('/v1/render/async', 0)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ body }) => body.renderId)).size).toBe(1)
    await world.stack.client.untilFinished(answers[0]!.body.statusUrl)
    await expectOneRender()
  })
})
