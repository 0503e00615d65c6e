import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { optionNames, optionOf, standsFor, stateOf } from '@render/options'
import {
  readPicture,
  sendRequest,
  signLink,
  startWebhookCatcher,
  until,
  type WebhookCatcher,
} from '@render/testkit'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { UNSERVED_QUEUE } from '../shared-stack/shared-stack.ts'
import { useSharedStack } from '../use-shared-stack.ts'
import { AGAIN, startFaulty } from './faulty-site.ts'

const world = useSharedStack()
let catcher: WebhookCatcher

beforeEach(async () => {
  catcher = await startWebhookCatcher()
})

afterEach(async () => {
  await catcher[Symbol.asyncDispose]()
})

const html = '<body style="background: #0f0">'

/** Waits for the record of a render and returns it. */
const recordOf = (renderId: string) =>
  until(async () => {
    const { status, body } = await world.manage(
      `/organisation/${world.stack.organisationId}/renders/${renderId}`,
    )
    return status === 200 ? body : undefined
  })

const rendersUsed = async () => (await world.manage('/usage')).body.rendersUsed as number

/** Expects that a render waits in a queue which no worker serves, even when later renders finish. */
async function expectApart(options: object): Promise<void> {
  const { status, body } = await world.client.async(options)
  expect([status, body.warnings]).toEqual([201, undefined])
  expect((await world.client.sync({ html })).status).toBe(200)
  expect((await sendRequest(body.statusUrl)).body.status).toBe('created')
}

async function expectNearestBuild(options: object): Promise<void> {
  const { body } = await world.client.sync(options)
  expect(body.debug.engineVersion).toBe('stable')
  expect(body.warnings).toEqual([
    expect.stringMatching(/^"engine_version" \w+ is not available: stable was used/),
  ])
}

/** Expects a render to be rejected before it is queued, because no worker provides the option. */
async function expectUnavailable(option: string): Promise<void> {
  const { status, body } = await world.client.async({ html, [option]: true })
  expect([status, body.error.code]).toEqual([400, 'FeatureNotAvailableOnPlan'])
  expect(body.error.details).toEqual([{ option, message: expect.stringContaining(`"${option}" needs`) }])
}

/** A probe for each option that a service implements. */
const rows: Record<string, () => Promise<void>> = {
  gpu: () => expectUnavailable('gpu'),
  solve_captchas: () => expectUnavailable('solve_captchas'),
  solve_cf_turnstile: () => expectUnavailable('solve_cf_turnstile'),

  async response_type() {
    const binary = await world.client.sync({ html, response_type: 'binary' })
    expect([binary.status, binary.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect((await readPicture(binary.body)).at(160, 100)).toBe('#00ff00')
    const base64 = await world.client.sync({ html, response_type: 'base64', format: 'jpg', width: 400 })
    const bytes = Buffer.from(new TextDecoder().decode(base64.body), 'base64')
    expect(await readPicture(bytes)).toMatchObject({ format: 'jpeg', width: 400 })
    const none = await world.client.sync({ html, response_type: 'none' })
    expect([none.status, none.body.length]).toEqual([204, 0])
    const { body } = await world.client.sync({ html, response_type: 'jsondebug', width: 500 })
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
    const { status, body } = await world.client.sync({ url: site.url, ...AGAIN, max_retries: 2, debug: true })
    // The result of the last attempt is used.
    expect([status, body.response.statusCode, body.debug.attempts, site.times.length]).toEqual([
      200, 503, 3, 3,
    ])
    expect((await world.client.sync({ url: site.url, ...AGAIN, max_retries: 0 })).status).toBe(200)
    expect(site.times).toHaveLength(4)
  },

  async max_attempts() {
    await using site = await startFaulty()
    await world.client.sync({ url: site.url, ...AGAIN, max_attempts: 2 })
    expect(site.times).toHaveLength(2)
  },

  async retry_delay_ms() {
    await using site = await startFaulty()
    const { body } = await world.client.async({
      url: site.url,
      ...AGAIN,
      retry_delay_ms: 1500,
      max_retries: 2,
    })
    let state
    do {
      await sleep(100)
      state = (await sendRequest(body.statusUrl)).body
    } while (state.status === 'created')
    expect(state.status).toBe('retrying')
    while (site.times.length < 3) await sleep(100)
    const [first, second, third] = site.times as [number, number, number]
    // The delay doubles, with 20 % jitter.
    expect(second - first).toBeGreaterThanOrEqual(1200)
    expect(third - second).toBeGreaterThanOrEqual(2400)
  },

  async retry_with() {
    await using site = await startFaulty()
    const retry_with = [{ width: 300 }, { width: 400, header: ['x-good=1'] }]
    const { body } = await world.client.sync({
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
    const { status, body } = await world.client.sync(options)
    expect([status, body.error.code, site.times.length]).toEqual([400, 'RenderFailedError', 2])
    expect(body.error.message).toContain('503')
    const created = await world.client.async({ ...options, debug: true })
    const failed = { status: 'failed', debug: { attempts: 2 } }
    const ended = await world.client.untilFinished(created.body.statusUrl)
    expect(ended.body).toMatchObject(failed)
    expect(await recordOf(created.body.renderId)).toMatchObject({ attempts: 2 })
    expect((await sendRequest(created.body.statusUrl)).body).toMatchObject(failed)
  },

  async json() {
    const { body } = await world.client.sync({ html, mock: true, json: true })
    expect(body).toMatchObject({ size: expect.any(Number), renderUrl: expect.any(String) })
    const both = await world.client.sync({ html, mock: true, json: true, response_type: 'none' })
    expect(both.status).toBe(204)
  },

  async debug() {
    const { body } = await world.client.sync({ html, debug: true })
    expect(body.debug.options).toMatchObject({ response_type: 'jsondebug' })
  },

  async redirect_after() {
    const { status, body } = await world.client.sync({
      html,
      render_queue: UNSERVED_QUEUE,
      redirect_after: 1,
    })
    expect(status).toBe(307)
    expect(body.redirectUrl).toContain('redirect_after=1')
  },

  async mock() {
    await recordOf((await world.client.sync({ html })).body.renderId)
    const before = await rendersUsed()
    const options = { html, mock: true, format: 'webp', width: 321, height: 123, webhook_url: catcher.url }
    const { status, body } = await world.client.sync(options)
    expect(status).toBe(200)
    expect(body).toMatchObject({ mock: true, cost: 0, width: 321, height: 123 })
    const picture = await readPicture(await (await fetch(body.renderUrl)).bytes())
    // It contains nothing of the page.
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
    expect((await world.client.sync({ html, mock: true, width: 0 })).status).toBe(400)
    const { body: created } = await world.client.async({ html, mock: true })
    expect((await world.client.untilFinished(created.statusUrl)).body).toMatchObject({ mock: true })
  },

  async mock_cost() {
    expect((await world.client.sync({ html, mock: true, mock_cost: 7 })).body.cost).toBe(7)
    expect((await world.client.sync({ html, mock_cost: 7 })).body).not.toHaveProperty('cost')
  },

  // A-TAG-1
  async tag() {
    const tagged = { html, mock: true, tag: 'one, two' }
    const { body: created } = await world.client.async(tagged)
    const { body: answered } = await world.client.sync(tagged)
    const link = signLink(world.stack, { html, mock: 'true', tag: 'one,two' })
    const { headers } = await sendRequest(world.stack.baseUrl + link)
    const ids = [created.renderId, answered.renderId, headers.get('x-service-render-id')!]
    for (const id of ids) expect((await recordOf(id)).tags).toEqual(['one', 'two'])
    const { body } = await world.manage(`/organisation/${world.stack.organisationId}/renders?tag=two`)
    expect(body.renders.map(({ renderId }: { renderId: string }) => renderId).toSorted()).toEqual(
      ids.map(String).toSorted(),
    )
    for (const tag of [Array.from({ length: 11 }, (_, at) => `t${at}`), 'x'.repeat(65)])
      expect((await world.client.async({ html, tag })).status).toBe(400)
  },

  async custom_id() {
    const { body } = await world.client.sync({
      html,
      mock: true,
      custom_id: 'mine',
      webhook_url: catcher.url,
    })
    expect(body.custom_id).toBe('mine')
    const [event] = await catcher.untilCaught(1)
    expect(JSON.parse(event!.body)).toMatchObject({ renderId: body.renderId, custom_id: 'mine' })
    // The event follows the record, so the answer is management's.
    const record = await sendRequest(`${world.stack.baseUrl}/v1/render/${body.renderId}`)
    expect(record.body).toMatchObject({ status: 'succeeded', custom_id: 'mine' })
  },

  async render_queue() {
    await expectApart({ html, render_queue: UNSERVED_QUEUE })
    const { status, body } = await world.client.sync({ html, render_queue: 'other' })
    expect([status, body.warnings]).toEqual([200, [expect.stringContaining('"render_queue"')]])
  },

  async region() {
    await expectApart({ html, region: 'eu' })
    const { status, body } = await world.client.sync({ html, region: 'mars' })
    expect([status, body.error.code]).toEqual([400, 'InvalidOptions'])
    expect(body.error.message).toContain('"region" must be one of eu')
  },

  engine_version: () => expectNearestBuild({ html, debug: true, engine_version: 'latest' }),
  v: () => expectNearestBuild({ html, debug: true, v: 'experimental' }),

  async thumbnails_object() {
    const thumbnails = [{ preset: '1/2' }, { key: 'small', width: 64 }]
    const options = { html, thumbnails, thumbnails_object: true, webhook_url: catcher.url }
    const { body } = await world.client.sync(options)
    expect(body.thumbnails).toEqual({
      '1/2': { location: expect.stringMatching(/-1-2\.png$/), width: 160, height: 100 },
      small: { location: expect.stringMatching(/-small\.png$/), width: 64, height: 40 },
    })
    const picture = await readPicture(await (await fetch(body.thumbnails.small.location)).bytes())
    expect([picture.width, picture.height, picture.at(32, 25)]).toEqual([64, 40, '#00ff00'])
    const [event] = await catcher.untilCaught(1)
    expect(JSON.parse(event!.body).result.thumbnails).toEqual(body.thumbnails)
    const record = await sendRequest(`${world.stack.baseUrl}/v1/render/${body.renderId}`)
    expect(record.body.thumbnails).toEqual(body.thumbnails)
    const listed = await world.client.sync({ html, thumbnails })
    expect(listed.body.thumbnails).toMatchObject([{ key: '1/2' }, { key: 'small' }])
  },

  async webhook_url() {
    const { body } = await world.client.sync({ html, mock: true, webhook_url: catcher.url })
    const [event] = await catcher.untilCaught(1)
    expect(JSON.parse(event!.body)).toMatchObject({ event: 'render.succeeded', renderId: body.renderId })
  },

  async skip_webhooks() {
    const told = { html, mock: true, webhook_url: catcher.url }
    const silent = await world.client.sync({ ...told, skip_webhooks: true })
    await recordOf(silent.body.renderId)
    const { body } = await world.client.sync(told)
    const [event] = await catcher.untilCaught(1)
    expect(JSON.parse(event!.body).renderId).toBe(body.renderId)
  },
}

const ROOT = join(import.meta.dirname, '../../../..')

/** Options whose effects are tested beside the service that has them. */
const elsewhere: Record<string, string[]> = {
  'services/gateway/tests/routes/link-cache.test.ts': ['ttl', 'force', 'unique', 'cache_ignore'],
  'services/gateway/tests/routes/render-link.test.ts': ['download'],
  'packages/e2e/tests/renders/buckets.test.ts': ['s3_path'],
  'packages/e2e/tests/renders/certificates.test.ts': ['certify'],
  'packages/e2e/tests/renders/retention.test.ts': [
    's3_presigned_url',
    's3_presigned_url_html',
    's3_presigned_url_mhtml',
    's3_presigned_url_markdown',
    's3_presigned_url_metadata',
    's3_presigned_url_resource_info',
    'no_upload',
  ],
  'packages/e2e/tests/hardening/secure-mode.ts': ['secure_mode'],
  'services/gateway/src/make/storage-settings.test.ts': ['azure_path'],
  'services/render-worker/tests/buckets.test.ts': [
    'use_s3',
    's3_key',
    's3_secret',
    's3_bucket',
    's3_endpoint',
    's3_region',
    's3_force_path_style',
    's3_storageclass',
    's3_private_bucket',
    's3_object_lock',
    's3_part_size',
    'cdn_host',
    'no_suffix',
  ],
  'services/render-worker/tests/containers.test.ts': [
    'use_azure',
    'azure_account_name',
    'azure_container_name',
    'azure_sas_token',
  ],
}

/** The options of the engine are tested in the engine. */
const isOurs = (owner = '') => owner !== ''

describe('the options that services implement', () => {
  test.each(Object.entries(rows))('%s', (_, probe) => probe())

  test('each have a probe, aliases too, and every probe has an option', () => {
    const working = optionNames.filter(
      (name) =>
        stateOf(name) === 'works' &&
        (standsFor(name) ?? [name]).some((other) => isOurs(optionOf(other).owner)),
    )
    const tested = [...Object.keys(rows), ...Object.values(elsewhere).flat()]
    expect(tested.toSorted()).toEqual(working.toSorted())
  })

  test.each(Object.entries(elsewhere))('are sent in %s', async (path, options) => {
    const text = await readFile(join(ROOT, path), 'utf8')
    expect(options.filter((option) => !new RegExp(`\\b${option}\\b`).test(text))).toEqual([])
  })
})
