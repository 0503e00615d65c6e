import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { startWebhookCatcher, until, type CaughtEvent, type WebhookCatcher } from '@render/testkit'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { createHmac } from 'node:crypto'
import { useSharedStack } from '../use-shared-stack.ts'

describe('webhooks', () => {
  const world = useSharedStack()
  let catcher: WebhookCatcher

  beforeEach(async () => {
    catcher = await startWebhookCatcher()
  })

  afterEach(async () => {
    await catcher[Symbol.asyncDispose]()
  })

  /** Verifies a signature following only the published description. */
  function expectSigned({ headers, body }: CaughtEvent, secret = world.stack.webhookSecret): void {
    const [, t, sha256] = /^t=(\d+),sha256=([0-9a-f]{64})$/.exec(String(headers['x-service-signature']))!
    expect(createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')).toBe(sha256)
    expect(Math.abs(Date.now() / 1000 - Number(t))).toBeLessThan(300)

    expect(String(headers['webhook-signature']).split(' ')).toContain(
      standardSignature({ headers, body }, secret),
    )
  }

  function standardSignature({ headers, body }: CaughtEvent, secret = world.stack.webhookSecret): string {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  }

  /** Fails when the catcher gets another event before that of a later render. */
  async function expectNoMore(): Promise<void> {
    const before = catcher.caught.length
    const { body } = await world.client.async({ html: 'later', mock: true, webhook_url: catcher.url })
    const events = await catcher.untilCaught(before + 1)
    expect(events.slice(before).map(({ headers }) => headers['webhook-id'])).toEqual([body.renderId])
  }

  test('sends one signed event for a success, with the result of the status', async () => {
    const { body: created } = await world.client.async({
      url: `${world.origin.url}/red`,
      webhook_url: catcher.url,
    })
    const [event] = await catcher.untilCaught(1)
    expectSigned(event!)
    const payload = JSON.parse(event!.body)
    const record = await world.client.untilFinished(created.statusUrl)
    expect(Object.keys(payload)).toEqual(['event', 'renderId', 'result', 'meta'])
    expect(payload).toMatchObject({
      event: 'render.succeeded',
      renderId: created.renderId,
      result: { renderUrl: record.body.renderUrl, size: record.body.size },
    })
    for (const time of [payload.meta.startTime, payload.meta.endTime]) {
      expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    }
    await expectNoMore()
  })

  test('sends a failure with its error and without a result', async () => {
    const { body: created } = await world.client.async({
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

  /** Rejects members that the OpenAPI document does not declare. */
  async function expectDescribed({ body }: CaughtEvent): Promise<void> {
    const document = await (await fetch(`${world.stack.baseUrl}/v1/openapi.json`)).json()
    const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
    ajv.addSchema({ $id: 'api:', ...(document as object) })
    const event = JSON.parse(body)
    const place = `/webhooks/${event.event}/post/requestBody/content/application~1json/schema`
    const validate = ajv.compile({ $ref: `api:#${place}`, unevaluatedProperties: false })
    expect([validate(event), validate.errors]).toEqual([true, null])
  }

  test('every event matches the OpenAPI document', async () => {
    const webhook = { webhook_url: catcher.url, custom_id: 'mine' }
    await world.client.async({ url: `${world.origin.url}/red`, wdth: 1, ...webhook })
    await world.client.async({ url: `${world.origin.url}/reset`, ...webhook })
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

  /** Calls the Management API for the project. */
  async function manage(path: string, body?: object) {
    const { organisationId, projectId } = world.stack
    return (await world.manage(`/organisation/${organisationId}/projects/${projectId}/${path}`, body)).body
  }

  const stateOf = async (renderId: string) => (await manage(`webhook-deliveries/${renderId}`)).state

  test('an event that the receiver rejects is exhausted in the log and can be replayed', async () => {
    catcher.answers.push(...Array<number>(8).fill(500))
    const { body: created } = await world.client.async({
      html: 'hello',
      mock: true,
      webhook_url: catcher.url,
    })
    await until(async () => (await stateOf(created.renderId)) === 'exhausted')
    const { attempts } = await manage(`webhook-deliveries/${created.renderId}`)
    expect(attempts.map(({ status }: { status: number }) => status)).toEqual(Array(8).fill(500))
    await manage('webhook-replays', { since: new Date(Date.now() - 60_000).toISOString() })
    await until(async () => (await stateOf(created.renderId)) === 'delivered')
    expect(catcher.caught).toHaveLength(9)
    expect(new Set(catcher.caught.map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set([created.renderId]),
    )
    expect(new Set(catcher.caught.map(({ body }) => body)).size).toBe(1)
    for (const event of catcher.caught) expectSigned(event)
  })

  test('sends nothing without webhook_url', async () => {
    const { body: silent } = await world.client.sync({ html: 'hello', mock: true })
    const { body } = await world.client.sync({ html: 'hello', mock: true, webhook_url: catcher.url })
    await until(async () => (await stateOf(body.renderId)) === 'delivered')
    const { deliveries } = await manage('webhook-deliveries')
    const ids = new Set(deliveries.map(({ id }: { id: string }) => id))
    expect([body, silent].map(({ renderId }) => ids.has(renderId))).toEqual([true, false])
  })

  test('G28 during a secret rotation events carry signatures of both secrets', async () => {
    const { secret } = await manage('webhook-secrets', { overlapHours: 1 })
    await world.client.async({ html: 'hello', mock: true, webhook_url: catcher.url })
    const [event] = await catcher.untilCaught(1)
    expectSigned(event!, secret)
    expect(String(event!.headers['webhook-signature'])).toContain(standardSignature(event!))
  })
})
