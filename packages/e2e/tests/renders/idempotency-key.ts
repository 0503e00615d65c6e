import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { sendRequest, startHeldSite, startWebhookCatcher, until, type WebhookCatcher } from '@render/testkit'
import { randomUUID } from 'node:crypto'
import type { OwnWorld } from '../use-own-stack.ts'

/** Defines the tests. Each fails if the idempotency store takes every request for a new one. */
export function testIdempotencyKey(world: OwnWorld): void {
  let catcher: WebhookCatcher
  /** Holds back its page until the test releases it. */
  let site: Awaited<ReturnType<typeof startHeldSite>>
  let key: string

  beforeAll(async () => {
    catcher = await startWebhookCatcher()
  })

  afterAll(async () => {
    await catcher[Symbol.asyncDispose]()
  })

  beforeEach(async () => {
    key = randomUUID()
    catcher.caught.length = 0
    site = await startHeldSite('<img src="/held">')
  })

  afterEach(() => site[Symbol.asyncDispose]())

  function send(path: string) {
    const { baseUrl, secretKey } = world.stack.info
    return sendRequest(baseUrl + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${secretKey}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({ url: site.url, webhook_url: catcher.url }),
    })
  }

  async function killGateway(): Promise<void> {
    world.stack.processes.gateway.kill('SIGKILL')
    await world.stack.processes.gateway.ready()
  }

  /** Waits for the event of a later render, so that those of earlier renders have arrived. */
  async function expectOneRender(renderId: string): Promise<void> {
    const later = await world.stack.client.async({ html: 'later', webhook_url: catcher.url })
    const ids = () => new Set(catcher.caught.map(({ headers }) => headers['webhook-id']))
    await until(() => ids().has(renderId) && ids().has(later.body.renderId))
    expect(ids().size).toBe(2)
    expect(site.loads()).toBe(1)
  }

  test('X34 whose gateway is killed while it waits is answered on retry', async () => {
    const lost = expect(send('/v1/render/sync')).rejects.toThrow()
    await site.requested
    await killGateway()
    await lost
    const answering = send('/v1/render/sync')
    site.release()
    const answer = await answering
    expect(answer.status).toBe(200)
    expect((await fetch(answer.body.renderUrl)).status).toBe(200)
    await expectOneRender(answer.body.renderId)
    // Now the record answers.
    expect((await send('/v1/render/sync')).body).toEqual(answer.body)
  })

  test('whose gateway is killed right after acceptance is the same render on retry', async () => {
    const first = await send('/v1/render/async')
    await killGateway()
    const again = await send('/v1/render/async')
    expect([again.status, again.body]).toEqual([201, first.body])
    site.release()
    const record = await world.stack.client.untilFinished(first.body.statusUrl)
    expect(record.body.status).toBe('succeeded')
    await expectOneRender(first.body.renderId)
  })

  test('that is sent many times while the gateway is killed is one render', async () => {
    const sending = Array.from({ length: 10 }, () => send('/v1/render/async'))
    const ended = Promise.allSettled(sending)
    await Promise.race(sending)
    await killGateway()
    await ended
    site.release()
    const answers = await Promise.all([1, 2, 3].map(() => send('/v1/render/async')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ body }) => body.renderId)).size).toBe(1)
    await world.stack.client.untilFinished(answers[0]!.body.statusUrl)
    await expectOneRender(answers[0]!.body.renderId)
  })
}
