import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { optionNames, optionOf, standsFor, stateOf } from '@render/options'
import {
  ask,
  listenOn,
  ORIGIN_HOST,
  readPicture,
  startPostgresAlone,
  startTestStack,
  startUpstreamProxy,
  startWebhookCatcher,
  type PrivateServer,
  type TestStack,
  type UpstreamProxy,
  type WebhookCatcher,
} from '@render/testkit'
import { Client } from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { filesUnder } from './files-under.ts'

let postgres: PrivateServer
let stack: TestStack
let database: Client
/** The project's own. */
let proxy: UpstreamProxy
let catcher: WebhookCatcher

beforeAll(async () => {
  postgres = await startPostgresAlone()
  proxy = await startUpstreamProxy('http', { password: 'sesame-proxy' })
  stack = await startTestStack({
    environment: {
      SEED_PROXIES: proxy.url,
      DATABASE_URL: postgres.url,
      RENDER_QUEUES: 'batch',
      REGIONS: 'eu',
    },
  })
  database = new Client({ connectionString: postgres.url })
  await database.connect()
}, 120_000)

afterAll(async () => {
  await database?.end()
  await stack?.stop()
  await proxy?.[Symbol.asyncDispose]()
  await postgres?.[Symbol.asyncDispose]()
})

beforeEach(async () => {
  catcher = await startWebhookCatcher()
})

afterEach(async () => {
  await catcher[Symbol.asyncDispose]()
})

const html = '<body style="background: #0f0">'

interface RecordRow {
  attempts: number
  options: Record<string, unknown>
}

/** The row of a render's record, once it is written. */
async function recordOf(renderId: string): Promise<RecordRow> {
  for (;;) {
    const { rows } = await database.query('select attempts, options from renders where id = $1', [renderId])
    if (rows[0]) return rows[0] as RecordRow
    await sleep(50)
  }
}

async function rendersUsed(): Promise<number> {
  const { rows } = await database.query('select coalesce(sum(renders), 0)::int as used from usage')
  return (rows[0] as { used: number }).used
}

/** The only worker here serves the default queue: what is for others waits, although later ones are through. */
async function expectApart(options: object): Promise<void> {
  const { status, body } = await stack.client.async(options)
  expect([status, body.warnings]).toEqual([201, undefined])
  expect((await stack.client.sync({ html })).status).toBe(200)
  expect((await ask(body.statusUrl)).body.status).toBe('created')
}

async function expectNearestBuild(options: object): Promise<void> {
  const { body } = await stack.client.sync(options)
  expect(body.debug.engineVersion).toBe('stable')
  expect(body.warnings).toEqual([expect.stringMatching(/^"engine_version" \w+ is not there: stable is used/)])
}

/** What nobody here provides is refused before it is queued. */
async function expectUnavailable(option: string): Promise<void> {
  const { status, body } = await stack.client.async({ html, [option]: true })
  expect([status, body.error.code]).toEqual([400, 'FeatureNotAvailableOnPlan'])
  expect(body.error.details).toEqual([{ option, message: expect.stringContaining(`"${option}" needs`) }])
}

const AGAIN = { retry_on: ['503'], retry_delay_ms: 100 }

/** A site that answers 503 unless it is asked with a header, and keeps when it was asked. */
async function startFaulty() {
  const times: number[] = []
  const site = await listenOn(ORIGIN_HOST, ({ url, headers }, res) => {
    if (url === '/') times.push(Date.now())
    res.writeHead(headers['x-good'] ? 200 : 503, { 'content-type': 'text/html' }).end(html)
  })
  return { ...site, times }
}

/** Per option that a service gives its effect: what is asked for, and what is seen of it. */
const rows: Record<string, () => Promise<void>> = {
  gpu: () => expectUnavailable('gpu'),
  solve_captchas: () => expectUnavailable('solve_captchas'),
  solve_cf_turnstile: () => expectUnavailable('solve_cf_turnstile'),

  async response_type() {
    const binary = await stack.client.sync({ html, response_type: 'binary' })
    expect([binary.status, binary.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect((await readPicture(binary.body)).at(640, 512)).toBe('#00ff00')
    const base64 = await stack.client.sync({ html, response_type: 'base64', format: 'jpg' })
    const bytes = Buffer.from(new TextDecoder().decode(base64.body), 'base64')
    expect(await readPicture(bytes)).toMatchObject({ format: 'jpeg', width: 1280 })
    const none = await stack.client.sync({ html, response_type: 'none' })
    expect([none.status, none.body.length]).toEqual([204, 0])
    const { body } = await stack.client.sync({ html, response_type: 'jsondebug', width: 500 })
    expect(body.debug).toMatchObject({
      options: { width: 500 },
      engineVersion: 'stable',
      browserVersion: expect.stringMatching(/^\d+\./),
      attempts: 1,
    })
    expect(body.debug.timings.stages).toContainEqual({
      stage: 'settle-page',
      ms: expect.any(Number),
      waitedFor: [],
    })
    expect(JSON.stringify(body.debug)).not.toContain('#0f0')
  },

  async max_retries() {
    await using site = await startFaulty()
    const { status, body } = await stack.client.sync({ url: site.url, ...AGAIN, max_retries: 2, debug: true })
    // The last attempt is delivered as it is.
    expect([status, body.response.statusCode, body.debug.attempts, site.times.length]).toEqual([
      200, 503, 3, 3,
    ])
    expect((await stack.client.sync({ url: site.url, ...AGAIN, max_retries: 0 })).status).toBe(200)
    expect(site.times).toHaveLength(4)
  },

  async max_attempts() {
    await using site = await startFaulty()
    await stack.client.sync({ url: site.url, ...AGAIN, max_attempts: 2 })
    expect(site.times).toHaveLength(2)
  },

  async retry_delay_ms() {
    await using site = await startFaulty()
    const { body } = await stack.client.async({
      url: site.url,
      ...AGAIN,
      retry_delay_ms: 1500,
      max_retries: 2,
    })
    let state
    do {
      await sleep(100)
      state = (await ask(body.statusUrl)).body
    } while (state.status === 'created')
    expect(state.status).toBe('retrying')
    while (site.times.length < 3) await sleep(100)
    const [first, second, third] = site.times as [number, number, number]
    // It doubles, with a fifth of chance.
    expect(second - first).toBeGreaterThanOrEqual(1200)
    expect(third - second).toBeGreaterThanOrEqual(2400)
  },

  async retry_with() {
    await using site = await startFaulty()
    const retry_with = [{ width: 300 }, { width: 400, header: ['x-good=1'] }]
    const { body } = await stack.client.sync({
      url: site.url,
      ...AGAIN,
      retry_with,
      width: 200,
      thumbnails: [{ width: 40 }],
    })
    expect([body.width, body.response.statusCode, site.times.length]).toEqual([400, 200, 3])
    expect(body.thumbnails).toEqual([expect.objectContaining({ width: 40 })])
  },

  async fail_on_retry_conditions() {
    await using site = await startFaulty()
    const options = { url: site.url, ...AGAIN, max_retries: 1, fail_on_retry_conditions: true }
    const { status, body } = await stack.client.sync(options)
    expect([status, body.error.code, site.times.length]).toEqual([400, 'RenderFailedError', 2])
    expect(body.error.message).toContain('503')
    const created = await stack.client.async({ ...options, debug: true })
    const failed = { status: 'failed', debug: { attempts: 2 } }
    const ended = await stack.client.untilFinished(created.body.statusUrl)
    expect(ended.body).toMatchObject(failed)
    expect(await recordOf(created.body.renderId)).toMatchObject({ attempts: 2 })
    expect((await ask(created.body.statusUrl)).body).toMatchObject(failed)
  },

  async json() {
    const { body } = await stack.client.sync({ html, json: true })
    expect(body).toMatchObject({ size: expect.any(Number), renderUrl: expect.any(String) })
    const both = await stack.client.sync({ html, json: true, response_type: 'none' })
    expect(both.status).toBe(204)
  },

  async debug() {
    const { body } = await stack.client.sync({ html, debug: true })
    expect(body.debug.options).toMatchObject({ response_type: 'jsondebug' })
  },

  async redirect_after() {
    const { status, body } = await stack.client.sync({ html, delay: 6000, redirect_after: 1 })
    expect(status).toBe(307)
    expect(body.redirectUrl).toContain('redirect_after=1')
  },

  async mock() {
    await recordOf((await stack.client.sync({ html })).body.renderId)
    const before = await rendersUsed()
    const options = { html, mock: true, format: 'webp', width: 321, height: 123, webhook_url: catcher.url }
    const { status, body } = await stack.client.sync(options)
    expect(status).toBe(200)
    expect(body).toMatchObject({ mock: true, cost: 0, width: 321, height: 123 })
    const picture = await readPicture(await (await fetch(body.renderUrl)).bytes())
    // Nothing of the page is to be seen in it.
    expect({ ...picture, colour: picture.at(100, 100) }).toMatchObject({
      format: 'webp',
      width: 321,
      height: 123,
      colour: '#ffffff',
    })
    const [event] = await catcher.untilCaught(1)
    expect(JSON.parse(event!.body).result).toMatchObject({ mock: true, renderUrl: body.renderUrl })
    await recordOf(body.renderId)
    expect(await rendersUsed()).toBe(before)
    expect((await stack.client.sync({ html, mock: true, width: 0 })).status).toBe(400)
    const { body: created } = await stack.client.async({ html, mock: true })
    expect((await stack.client.untilFinished(created.statusUrl)).body).toMatchObject({ mock: true })
  },

  async mock_cost() {
    expect((await stack.client.sync({ html, mock: true, mock_cost: 7 })).body.cost).toBe(7)
    expect((await stack.client.sync({ html, mock_cost: 7 })).body).not.toHaveProperty('cost')
  },

  async tag() {
    const { body } = await stack.client.async({ html, mock: true, tag: 'one, two' })
    expect((await recordOf(body.renderId)).options.tag).toEqual(['one', 'two'])
    for (const tag of [Array.from({ length: 11 }, (_, at) => `t${at}`), 'x'.repeat(65)])
      expect((await stack.client.async({ html, tag })).status).toBe(400)
  },

  async custom_id() {
    const { body } = await stack.client.sync({ html, custom_id: 'mine', webhook_url: catcher.url })
    expect(body.custom_id).toBe('mine')
    const [event] = await catcher.untilCaught(1)
    expect(JSON.parse(event!.body)).toMatchObject({ renderId: body.renderId, custom_id: 'mine' })
    // The event follows the record: the answer is management's now.
    const record = await ask(`${stack.info.baseUrl}/v1/render/${body.renderId}`)
    expect(record.body).toMatchObject({ status: 'succeeded', custom_id: 'mine' })
  },

  async render_queue() {
    await expectApart({ html, render_queue: 'batch' })
    const { status, body } = await stack.client.sync({ html, render_queue: 'other' })
    expect([status, body.warnings]).toEqual([200, [expect.stringContaining('"render_queue"')]])
  },

  async region() {
    await expectApart({ html, region: 'eu' })
    const { status, body } = await stack.client.sync({ html, region: 'mars' })
    expect([status, body.error.code]).toEqual([400, 'InvalidOptions'])
    expect(body.error.message).toContain('"region" must be one of eu')
  },

  engine_version: () => expectNearestBuild({ html, debug: true, engine_version: 'latest' }),
  v: () => expectNearestBuild({ html, debug: true, v: 'experimental' }),

  async thumbnails_object() {
    const thumbnails = [{ preset: '1/2' }, { key: 'small', width: 64 }]
    const options = { html, thumbnails, thumbnails_object: true, webhook_url: catcher.url }
    const { body } = await stack.client.sync(options)
    expect(body.thumbnails).toEqual({
      '1/2': { location: expect.stringMatching(/-1-2\.png$/), width: 640, height: 512 },
      small: { location: expect.stringMatching(/-small\.png$/), width: 64, height: 51 },
    })
    const picture = await readPicture(await (await fetch(body.thumbnails.small.location)).bytes())
    expect([picture.width, picture.height, picture.at(32, 25)]).toEqual([64, 51, '#00ff00'])
    const [event] = await catcher.untilCaught(1)
    expect(JSON.parse(event!.body).result.thumbnails).toEqual(body.thumbnails)
    const record = await ask(`${stack.info.baseUrl}/v1/render/${body.renderId}`)
    expect(record.body.thumbnails).toEqual(body.thumbnails)
    const listed = await stack.client.sync({ html, thumbnails })
    expect(listed.body.thumbnails).toMatchObject([{ key: '1/2' }, { key: 'small' }])
  },

  async webhook_url() {
    const { body } = await stack.client.sync({ html, webhook_url: catcher.url })
    const [event] = await catcher.untilCaught(1)
    expect(JSON.parse(event!.body).renderId).toBe(body.renderId)
  },

  async skip_webhooks() {
    const silent = await stack.client.sync({ html, webhook_url: catcher.url, skip_webhooks: true })
    await recordOf(silent.body.renderId)
    const { body } = await stack.client.sync({ html, webhook_url: catcher.url })
    const [event] = await catcher.untilCaught(1)
    expect(JSON.parse(event!.body).renderId).toBe(body.renderId)
    await sleep(500)
    expect(catcher.caught).toHaveLength(1)
  },
}

/** What the engine owns is probed there. */
const isOurs = (owner = '') => owner !== '' && !owner.startsWith('packages/engine/')

describe('the options that services give their effect', () => {
  test.each(Object.entries(rows))('%s', (_, probe) => probe())

  test('each have a row, other names of them too, and no row is without its option', () => {
    const working = optionNames.filter(
      (name) =>
        stateOf(name) === 'works' &&
        (standsFor(name) ?? [name]).some((other) => isOurs(optionOf(other).owner)),
    )
    expect(Object.keys(rows).toSorted()).toEqual(working.toSorted())
  })
})

describe('the proxy of a project', () => {
  test('leads where a render asks for it, and its password is nowhere', async () => {
    await using site = await listenOn(ORIGIN_HOST, (_, res) => res.end(html))
    const options = { url: site.url, use_proxy: true, debug: true, webhook_url: catcher.url }
    const { status, headers, body } = await stack.client.sync(options)
    expect([status, proxy.asked]).toEqual([200, [new URL(site.url).host]])
    expect((await stack.client.sync({ url: site.url })).status).toBe(200)
    expect(proxy.asked).toHaveLength(1)

    const [event] = await catcher.untilCaught(1)
    const record = await ask(`${stack.info.baseUrl}/v1/render/${body.renderId}`)
    const { rows: stored } = await database.query('select * from proxies, renders')
    const { logs, redis } = stack.info.directories
    const told = [body, [...headers], event, record.body, stored].map((each) => JSON.stringify(each))
    const kept = [filesUnder(logs), filesUnder(redis!)]
    for (const text of kept) expect(text).toContain(body.renderId)
    expect([...told, ...kept].map((text) => text.includes('sesame-proxy'))).not.toContain(true)
  })

  test('leads where another attempt asks for it', async () => {
    await using site = await startFaulty()
    proxy.asked.length = 0
    const options = { url: site.url, ...AGAIN, max_retries: 1, retry_with: [{ use_proxy: true }] }
    expect((await stack.client.sync(options)).status).toBe(200)
    expect([site.times.length, proxy.asked.length]).toEqual([2, 1])
  })

  test('is missed once it is taken away', async () => {
    await database.query('update projects set proxy_pool_id = null')
    let answer
    do answer = await stack.client.sync({ html, use_proxy: true })
    while (answer.status === 200)
    expect([answer.status, answer.body.error.code]).toEqual([400, 'InvalidOptions'])
    expect(answer.body.error.details).toEqual([
      { option: 'use_proxy', message: expect.stringContaining('no proxy') },
    ])
  })
})
