import { randomUUIDv7 } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { makeWebhookSecret } from '@render/vault'
import { until } from '@render/testkit'
import { startTestBench, type Received, type TestBench } from './test-bench.ts'
import { serviceDigest, standardDigest } from './verify.ts'

let bench: TestBench

beforeAll(async () => {
  bench = await startTestBench()
})

afterEach(async () => {
  await bench.stopDispatchers()
  Object.assign(bench.secretsAnswer, { secrets: [makeWebhookSecret()], away: false })
})

afterAll(() => bench[Symbol.asyncDispose]())

describe('the event of a render', () => {
  test('is delivered once with the result of a succeeded render', async () => {
    await bench.dispatch()
    const { url, received } = await bench.receiver()
    const id = await bench.announce(url)
    await until(() => bench.isDelivered(id))
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({
      path: '/hook?token=hidden-query',
      headers: {
        'content-type': 'application/json',
        'user-agent': expect.stringMatching(/^render-service/),
        'x-service-attempt': '1',
        'webhook-id': id,
      },
    })
    expect(JSON.parse(received[0]!.body)).toEqual({
      event: 'render.succeeded',
      renderId: id,
      result: {
        renderUrl: 'https://renders.example.com/renders/2026/01/02/aaaaaaaaaaaaaaaaaaaaaa.png',
        size: 7,
        renderTime: 13,
        queueTime: 3,
        bandwidth: 0,
        width: 1280,
        height: 1024,
        warnings: ['héllo'],
      },
      meta: { startTime: '2026-01-02T00:00:00.000Z', endTime: '2026-01-02T00:00:00.013Z' },
    })
    expect(received[0]!.body).toMatch(/^[\x20-\x7e]+$/)
  })

  test('is delivered with the error of a failed render', async () => {
    await bench.dispatch()
    const { url, received } = await bench.receiver()
    const id = await bench.announce(url, bench.fates.failing)
    await until(() => bench.isDelivered(id))
    expect(JSON.parse(received[0]!.body)).toEqual({
      event: 'render.failed',
      renderId: id,
      error: { code: 'NavigationError', message: 'The URL could not be loaded.' },
      meta: { startTime: '2026-01-01T23:59:59.000Z', endTime: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/) },
    })
  })

  test('is delivered even if the record could not be written', async () => {
    await bench.dispatch()
    const { url, received } = await bench.receiver()
    const id = await bench.announce(url, bench.fates.unrecorded)
    await until(() => bench.isDelivered(id))
    expect(JSON.parse(received[0]!.body)).toMatchObject({ event: 'render.succeeded', renderId: id })
  })

  test('is delivered once when two dispatchers run', async () => {
    await bench.dispatch()
    await bench.dispatch()
    const { url, received } = await bench.receiver()
    const ids = await Promise.all(Array.from({ length: 20 }, () => bench.announce(url)))
    for (const id of ids) await until(() => bench.isDelivered(id))
    expect(received).toHaveLength(20)
    expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set(ids))
  })
})

describe('the signatures of an event', () => {
  async function receive(): Promise<Received> {
    const { url, received } = await bench.receiver()
    await bench.announce(url)
    await until(() => received.length > 0)
    return received[0]!
  }

  test('G26 are accepted by an independent verifier', async () => {
    await bench.dispatch()
    const { headers, body } = await receive()
    const [secret] = bench.secretsAnswer.secrets as [string]
    const [, timestamp, digest] = /^t=(\d+),sha256=([0-9a-f]{64})$/.exec(
      String(headers['x-service-signature']),
    )!
    expect(Math.abs(Date.now() / 1000 - Number(timestamp))).toBeLessThan(60)
    expect(digest).toBe(await serviceDigest(secret, timestamp!, body))
    expect(digest).not.toBe(await serviceDigest(secret, timestamp!, `${body} `))
    expect(digest).not.toBe(await serviceDigest(makeWebhookSecret(), timestamp!, body))

    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
    expect(headers['webhook-timestamp']).toBe(timestamp)
    expect(headers['webhook-signature']).toBe(`v1,${await standardDigest(secret, signed)}`)
  })

  test('are sent under the legacy prefix too', async () => {
    await bench.dispatch({ OLDER_HEADER_PREFIX: 'x-older' })
    const { headers } = await receive()
    expect(headers['x-service-signature']).toMatch(/^t=/)
    expect(headers['x-older-signature']).toBe(headers['x-service-signature'])
    expect(headers['x-older-attempt']).toBe('1')
  })

  test('G28 include one per secret during a rotation', async () => {
    bench.secretsAnswer.secrets = [makeWebhookSecret(), makeWebhookSecret()]
    await bench.dispatch()
    const { headers, body } = await receive()
    const [newest, older] = bench.secretsAnswer.secrets as [string, string]
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
    expect(String(headers['webhook-signature']).split(' ')).toEqual([
      `v1,${await standardDigest(newest, signed)}`,
      `v1,${await standardDigest(older, signed)}`,
    ])
    expect(headers['x-service-signature']).toContain(
      await serviceDigest(newest, String(headers['webhook-timestamp']), body),
    )
  })

  test('do not exist without a secret: the event is given up', async () => {
    bench.secretsAnswer.secrets = []
    await bench.dispatch()
    const { url, received } = await bench.receiver()
    const id = await bench.announce(url)
    expect(await bench.givenUp(id)).toMatch('secret')
    expect(received).toEqual([])
  })
})

test('an address that was sealed for another event is not used', async () => {
  await bench.dispatch()
  const { url, received } = await bench.receiver()
  const event = { id: randomUUIDv7(), body: { event: 'webhook.test' } }
  await bench.tell(url, event, undefined, randomUUIDv7())
  expect(await bench.givenUp(event.id)).toMatch('cannot be read')
  expect((await bench.reportsOf(event.id)).map(({ state }) => state)).toEqual(['lost'])
  expect(received).toEqual([])
})

describe('while management is unavailable', () => {
  test('an event waits without using up an attempt', async () => {
    bench.secretsAnswer.away = true
    const address = await bench.dispatch()
    const { url, received } = await bench.receiver()
    const id = await bench.announce(url)
    const postponed = async () => {
      const metrics = await (await fetch(`${address}/metrics`)).text()
      return Number(/webhook_postponed_total\{[^}]*\} (\d+)/.exec(metrics)?.[1])
    }
    await until(async () => (await postponed()) >= 2)
    expect(received).toEqual([])
    bench.secretsAnswer.away = false
    await until(() => bench.isDelivered(id))
    expect(received.map(({ headers }) => headers['x-service-attempt'])).toEqual(['1'])
  })
})
