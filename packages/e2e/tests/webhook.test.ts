import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { startWebhookCatcher, until, type CaughtEvent, type WebhookCatcher } from '@render/testkit'
import { Ajv2020 } from 'ajv/dist/2020.js'
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
  function expectSigned({ headers, body }: CaughtEvent, secret = world.stack.info.webhookSecret): void {
    const [, t, sha256] = /^t=(\d+),sha256=([0-9a-f]{64})$/.exec(String(headers['x-service-signature']))!
    expect(createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')).toBe(sha256)
    expect(Math.abs(Date.now() / 1000 - Number(t))).toBeLessThan(300)

    expect(String(headers['webhook-signature']).split(' ')).toContain(
      standardSignature({ headers, body }, secret),
    )
  }

  function standardSignature(
    { headers, body }: CaughtEvent,
    secret = world.stack.info.webhookSecret,
  ): string {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
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

  // Seen to fail when each attempt has an id of its own, and when there is only one attempt.
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

  /** Nothing that the API's document does not name may be in an event. */
  async function expectDescribed({ body }: CaughtEvent): Promise<void> {
    const document = await (await fetch(`${world.stack.info.baseUrl}/v1/openapi.json`)).json()
    const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
    ajv.addSchema({ $id: 'api:', ...(document as object) })
    const event = JSON.parse(body)
    const place = `/webhooks/${event.event}/post/requestBody/content/application~1json/schema`
    const validate = ajv.compile({ $ref: `api:#${place}`, unevaluatedProperties: false })
    expect([validate(event), validate.errors]).toEqual([true, null])
  }

  test('every event is as the document of the API describes it', async () => {
    const webhook = { webhook_url: catcher.url, custom_id: 'mine' }
    await world.stack.client.async({ url: `${world.origin.url}/red`, wdth: 1, ...webhook })
    await world.stack.client.async({ url: `${world.origin.url}/reset`, ...webhook })
    await manage('webhook-tests', { url: catcher.url })
    const events = await catcher.untilCaught(3)
    expect(events.map(({ body }) => String(JSON.parse(body).event)).toSorted()).toEqual([
      'render.failed',
      'render.succeeded',
      'webhook.test',
    ])
    for (const event of events) {
      expectSigned(event)
      await expectDescribed(event)
    }
  })

  /** Asks the Management API for something of the project. */
  async function manage(path: string, body?: object) {
    const { managementUrl, organisationKey } = world.stack.info
    const answer = await fetch(`${managementUrl}/organisation/org_first/projects/proj_first/${path}`, {
      headers: { 'x-api-key': organisationKey, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    return (await answer.json()) as { state: string; attempts: { status: number }[]; secret: string }
  }

  const stateOf = async (renderId: string) => (await manage(`webhook-deliveries/${renderId}`)).state

  test('what a receiver does not take is exhausted in the log, and comes when it is replayed', async () => {
    catcher.answers.push(...Array<number>(8).fill(500))
    const { body: created } = await world.stack.client.async({ html: 'hello', webhook_url: catcher.url })
    await until(async () => (await stateOf(created.renderId)) === 'exhausted')
    const { attempts } = await manage(`webhook-deliveries/${created.renderId}`)
    expect(attempts.map(({ status }) => status)).toEqual(Array(8).fill(500))
    await manage('webhook-replays', { since: new Date(Date.now() - 60_000).toISOString() })
    await until(async () => (await stateOf(created.renderId)) === 'delivered')
    expect(catcher.caught).toHaveLength(9)
    expect(new Set(catcher.caught.map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set([created.renderId]),
    )
    expect(new Set(catcher.caught.map(({ body }) => body)).size).toBe(1)
    for (const event of catcher.caught) expectSigned(event)
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

  test('G28 while the secret is rotated an event carries signatures of the new one and of the former', async () => {
    const { secret } = await manage('webhook-secrets', { overlapHours: 1 })
    await world.stack.client.async({ html: 'hello', webhook_url: catcher.url })
    const [event] = await catcher.untilCaught(1)
    expectSigned(event!, secret)
    expect(String(event!.headers['webhook-signature'])).toContain(standardSignature(event!))
  })
})
