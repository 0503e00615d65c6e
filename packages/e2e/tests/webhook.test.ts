import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { startWebhookCatcher, type CaughtEvent, type WebhookCatcher } from '@render/testkit'
import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { useWorld } from './use-world.ts'

describe('webhooks', () => {
  const world = useWorld()
  let catcher: WebhookCatcher

  beforeEach(async () => {
    catcher = await startWebhookCatcher()
  })

  afterEach(async () => {
    await catcher[Symbol.asyncDispose]()
  })

  /** Written from the published description alone. */
  function expectSigned({ headers, body }: CaughtEvent): void {
    const secret = world.stack.info.webhookSecret
    const [, t, sha256] = /^t=(\d+),sha256=([0-9a-f]{64})$/.exec(String(headers['x-service-signature']))!
    expect(createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')).toBe(sha256)
    expect(Math.abs(Date.now() / 1000 - Number(t))).toBeLessThan(300)

    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
    const standard = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
    expect(String(headers['webhook-signature']).split(' ')).toContain(standard)
  }

  test('a success is told once, signed, with the result of the status record', async () => {
    const { body: created } = await world.stack.client.async({
      url: `${world.origin.url}/red`,
      webhook_url: catcher.url,
    })
    const [event] = await catcher.untilCaught(1)
    expectSigned(event!)
    const payload = JSON.parse(event!.body)
    const record = await world.stack.client.untilFinished(created.statusUrl)
    expect(Object.keys(payload)).toEqual(['event', 'renderId', 'result', 'meta'])
    expect(payload).toMatchObject({
      event: 'render.succeeded',
      renderId: created.renderId,
      result: { renderUrl: record.body.renderUrl, size: record.body.size },
    })
    for (const time of [payload.meta.startTime, payload.meta.endTime]) {
      expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    }
    await sleep(1500)
    expect(catcher.caught).toHaveLength(1)
  })

  test('a failure is told with its error and without a result', async () => {
    const { body: created } = await world.stack.client.async({
      url: `${world.origin.url}/reset`,
      webhook_url: catcher.url,
    })
    const [event] = await catcher.untilCaught(1)
    expectSigned(event!)
    const payload = JSON.parse(event!.body)
    expect(payload).toMatchObject({
      event: 'render.failed',
      renderId: created.renderId,
      error: { code: 'NavigationError' },
    })
    expect(payload).not.toHaveProperty('result')
  })

  test('a synchronous render has its event too', async () => {
    await world.stack.client.sync({ html: 'hello', webhook_url: catcher.url })
    expect(JSON.parse((await catcher.untilCaught(1))[0]!.body).event).toBe('render.succeeded')
  })

  test('a receiver that fails is tried again: same id, fresh signature', async () => {
    catcher.answers.push(500, 503)
    await world.stack.client.async({ html: 'hello', webhook_url: catcher.url })
    const events = await catcher.untilCaught(3)
    for (const event of events) expectSigned(event)
    expect(new Set(events.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(events.map(({ body }) => body)).size).toBe(1)
    await sleep(1500)
    expect(catcher.caught).toHaveLength(3)
  })

  test('without webhook_url nothing is sent', async () => {
    await world.stack.client.sync({ html: 'hello' })
    await sleep(500)
    expect(catcher.caught).toHaveLength(0)
  })

  test.each(['http://127.0.0.1:9/', 'http://169.254.169.254/', 'http://[::1]/'])(
    'a receiver at %s is refused at the door',
    async (webhook_url) => {
      const answer = await world.stack.client.async({ html: 'hello', webhook_url })
      expect([answer.status, answer.body.error.code]).toEqual([400, 'URLDoesNotResolveError'])
    },
  )
})
