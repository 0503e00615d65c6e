import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import {
  until,
  ask,
  listenOn,
  ORIGIN_HOST,
  startPostgresAlone,
  startTestStack,
  startWebhookCatcher,
  type PrivateServer,
  type TestStack,
} from '@render/testkit'
import { Client } from 'pg'

/** A second by promise; machines that run tests are slow. */
const SOON_MS = 5000

let postgres: PrivateServer
let database: Client
let stack: TestStack
/** Never answers. Its requests are those of renders under way. */
let site: { url: string; open: number; [Symbol.asyncDispose](): Promise<void> }

beforeAll(async () => {
  postgres = await startPostgresAlone()
  stack = await startTestStack({ environment: { DATABASE_URL: postgres.url, SLOTS: '1' } })
  database = new Client({ connectionString: postgres.url })
  await database.connect()
  const server = await listenOn(ORIGIN_HOST, (req) => {
    site.open++
    req.socket.once('close', () => site.open--)
  })
  site = { ...server, open: 0 }
}, 120_000)

afterAll(async () => {
  await site?.[Symbol.asyncDispose]()
  await database?.end()
  await stack?.stop()
  await postgres?.[Symbol.asyncDispose]()
})

const remove = (id: string) =>
  ask(`${stack.info.baseUrl}/v1/render/${id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${stack.info.secretKey}` },
  })

async function startHanging(options: object = {}): Promise<string> {
  const { body } = await stack.client.async({ url: site.url, ...options })
  await until(() => site.open > 0)
  return body.renderId
}

async function usage(): Promise<number> {
  const { rows } = await database.query('select coalesce(sum(renders), 0)::int as used from usage')
  return rows[0].used
}

async function untilRecorded(id: string): Promise<void> {
  await until(async () => {
    const { rowCount } = await database.query('select from renders where id = $1', [id])
    return rowCount === 1
  })
}

const cancelled = { status: 'failed', error: { code: 'RenderCancelledError' } }

describe('a render that is cancelled', () => {
  test('while it runs lets go of its page, says so by webhook, and is not counted', async () => {
    await using catcher = await startWebhookCatcher()
    const before = await usage()
    const id = await startHanging({ webhook_url: catcher.url })
    const begun = performance.now()
    const first = await remove(id)
    await until(() => site.open === 0, SOON_MS)
    expect(performance.now() - begun).toBeLessThan(SOON_MS)
    expect([first.status, first.body]).toMatchObject([200, cancelled])
    const [event] = await catcher.untilCaught(1)
    expect(JSON.parse(event!.body)).toMatchObject({
      event: 'render.failed',
      renderId: id,
      error: { code: 'RenderCancelledError' },
    })
    await untilRecorded(id)
    expect((await remove(id)).body).toEqual(first.body)
    expect(await usage()).toBe(before)
    expect(catcher.caught).toHaveLength(1)
  })

  test('while it waits is never made', async () => {
    await using catcher = await startWebhookCatcher()
    const running = await startHanging()
    const { body } = await stack.client.async({ html: 'x', webhook_url: catcher.url })
    expect((await remove(body.renderId)).body).toMatchObject(cancelled)
    const [event] = await catcher.untilCaught(1)
    expect(JSON.parse(event!.body)).toMatchObject({ event: 'render.failed', renderId: body.renderId })
    expect((await remove(running)).body).toMatchObject(cancelled)
    await until(() => site.open === 0, SOON_MS)
  })
})

describe('a client that waits for a render, and leaves', () => {
  test('takes it along while nobody has begun it', async () => {
    const running = await startHanging()
    const leaving = new AbortController()
    const answering = ask(`${stack.info.baseUrl}/v1/render/sync`, {
      method: 'POST',
      headers: { authorization: `Bearer ${stack.info.secretKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ html: 'x', tag: 'left' }),
      signal: leaving.signal,
    })
    const left = expect(answering).rejects.toThrow('aborted')
    const { gatewayMetrics } = stack.info.ports
    await until(async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${gatewayMetrics}/metrics`)).text()
      return /^sync_requests_waiting\{[^}]*\} 1$/m.test(metrics)
    })
    leaving.abort()
    await left
    await until(async () => {
      const { rows } = await database.query(
        `select error->>'code' as code from renders where options->'tag' @> '["left"]'::jsonb`,
      )
      return rows[0]?.code === 'RenderCancelledError'
    })
    await remove(running)
  })
})

describe('a render that has succeeded', () => {
  test('loses its files and the addresses in its record, and stays counted', async () => {
    const { body } = await stack.client.async({
      html: 'x',
      thumbnails: [{ width: 10 }],
      img_slice_height: 500,
    })
    const { body: early } = await stack.client.untilFinished(body.statusUrl)
    const addresses = [early.renderUrl, early.thumbnails[0].location]
    for (const address of addresses) expect((await ask(address)).status).toBe(200)
    const { status, body: late } = await remove(body.renderId)
    expect(status).toBe(200)
    expect(late).toMatchObject({ status: 'succeeded', size: early.size, renderTime: early.renderTime })
    expect(JSON.stringify(late)).not.toContain('/renders/')
    for (const address of addresses) expect((await ask(address)).status).toBe(404)
    expect((await ask(body.statusUrl)).body).toEqual(late)
    expect((await remove(body.renderId)).body).toEqual(late)
    expect(await usage()).toBeGreaterThan(0)
  })
})

test('a render of another project is not found, in the words of an unknown one, and stays', async () => {
  await using catcher = await startWebhookCatcher()
  const { body } = await stack.client.async({ html: 'x', webhook_url: catcher.url })
  const { body: early } = await stack.client.untilFinished(body.statusUrl)
  // The event follows the record, and with the record the queue forgets.
  await catcher.untilCaught(1)
  await database.query(`update renders set project_id = 'proj_other' where id = $1`, [body.renderId])
  const foreign = await remove(body.renderId)
  const unknown = await remove('01a1fb0b-71cf-7d1e-ae1d-6942a306a7af')
  expect([foreign.status, foreign.body.error.code]).toEqual([404, 'RenderNotFound'])
  expect({ ...foreign.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
  expect((await ask(early.renderUrl)).status).toBe(200)
})
