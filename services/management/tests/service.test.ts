import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createDirectoryClient, internalPaths } from '@render/directory'
import { startPostgresAlone, type Alone } from '@render/local'
import { freeze } from '@render/testkit'
import { createDeliveryReporter } from '@render/jobs'
import { hashApiKey } from '@render/vault'
import { randomUUIDv7 } from 'node:crypto'
import { firstDayToKeep } from '../src/schedule-sweeps.ts'
import { outcome, startRenderFlow, type RenderFlow } from './render-flow.ts'
import { startBacking, type Backing } from './start-backing.ts'
import { startService, type RunningService } from './start-service.ts'
import { until } from './until.ts'

let postgres: Alone
let backing: Backing
let flow: RenderFlow
let service: RunningService

beforeAll(async () => {
  postgres = await startPostgresAlone()
  backing = await startBacking(postgres)
  flow = await startRenderFlow(backing.redis.url, backing.owner)
  service = await startService(backing.environment)
})

afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await flow[Symbol.asyncDispose]()
  await backing[Symbol.asyncDispose]()
  await postgres[Symbol.asyncDispose]()
})

/** Longer than callers are left without an answer, shorter than what a hanging query would take. */
const PATIENCE_MS = 4500

function askAccount(): Promise<Response> {
  const path = internalPaths.account(hashApiKey(backing.keys.secretKey))
  return fetch(`${service.internalUrl}${path}`, {
    headers: { authorization: `Bearer ${backing.environment.GATEWAY_TOKEN}` },
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
}

const isRecorded = async (id: string) =>
  (await backing.query('select id from renders where id = $1', [id])).length === 1
const isStarted = () => service.log().includes('database away, record waits')

describe('a running service', () => {
  test('is ready, tells its health on both listeners, and shows its metrics', async () => {
    expect(await service.readiness()).toEqual({ status: 200, postgres: true, redis: true })
    for (const path of ['/health', '/ready']) expect((await fetch(service.url + path)).status).toBe(200)
    const metrics = await (await fetch(`${service.opsUrl}/metrics`)).text()
    expect(metrics).toContain('management_records_lost_total{service="management"} 0')
  })

  test('answers the gateway, and nobody without a token', async () => {
    expect((await askAccount()).status).toBe(200)
    const path = internalPaths.account(hashApiKey(backing.keys.secretKey))
    expect((await fetch(`${service.internalUrl}${path}`)).status).toBe(401)
  })

  test('has no internal API on the public listener, where unknown addresses answer 404 in JSON', async () => {
    for (const path of ['/v2/nothing', internalPaths.account(hashApiKey(backing.keys.secretKey)), '/%ff']) {
      const headers = { authorization: `Bearer ${backing.environment.GATEWAY_TOKEN}` }
      const answer = await fetch(`${service.url}${path}`, { headers })
      expect(answer.status).toBe(404)
      expect(await answer.json()).toMatchObject({ code: 'NOT_FOUND', message: expect.any(String) })
    }
  })

  test('asks for the sweep of the artefacts that are too old, once however often it starts', async () => {
    const second = await startService(backing.environment)
    await until(() => flow.redis.exists(`bull:sweeps:before-${firstDayToKeep(new Date(), 30)}`))
    expect(await second.stop()).toBe(0)
    expect(await flow.redis.llen('bull:sweeps:wait')).toBe(1)
  })

  test('logs the ids of a render that it records, and no secret', async () => {
    const id = await flow.submit()
    await until(() => service.log().includes('render recorded'))
    expect(service.log()).toContain(`"renderId":"${id}","requestId":"request of ${id}"`)
    for (const secret of [...Object.values(backing.keys), backing.environment.GATEWAY_TOKEN])
      expect(service.log()).not.toContain(secret)
    for (const url of [backing.postgres.url, backing.redis.url])
      expect(service.log()).not.toContain(new URL(url).password)
  })
})

describe('while Postgres is away', () => {
  test('the service stays up, is not ready, and tells callers to come again', async () => {
    await postgres.process.stop()
    const answer = await askAccount()
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(await answer.json()).toMatchObject({ error: { code: 'ServiceUnavailable' } })
    expect(await service.readiness()).toEqual({ status: 503, postgres: false, redis: true })
    expect((await fetch(`${service.opsUrl}/health`)).status).toBe(200)
    expect(service.isRunning()).toBe(true)

    await postgres.process.start()
    await until(async () => (await askAccount()).status === 200)
    expect(await service.readiness()).toEqual({ status: 200, postgres: true, redis: true })
  })

  test('records wait, more than are handled at once, and are written when it is back, each counted once', async () => {
    const [before] = await backing.query<{ count: number }>('select sum(renders)::int as count from usage')
    await postgres.process.stop()
    const ids = await Promise.all(Array.from({ length: 20 }, () => flow.submit()))
    await until(isStarted)
    await until(async () => (await flow.finder.find(ids[0]!))?.status === 'succeeded')
    expect(flow.announced.has(ids[0]!)).toBe(false)

    await postgres.process.start()
    for (const id of ids) {
      await until(() => isRecorded(id))
      expect(await until(() => flow.announced.get(id))).toEqual({ status: 'succeeded', outcome })
    }
    const [after] = await backing.query<{ count: number }>('select sum(renders)::int as count from usage')
    expect(after!.count - before!.count).toBe(20)
  })

  test('reports of deliveries wait, and are written when it is back', async () => {
    await postgres.process.stop()
    await using reporter = createDeliveryReporter(flow.redis)
    const eventId = randomUUIDv7()
    const common = { ...backing.owner, requestId: 'r', sealedUrl: '', replay: 0, attempts: 1 }
    await reporter.report({ ...common, eventId, state: 'delivered' })
    await until(() => service.log().includes('database away, report waits'))

    await postgres.process.start()
    const written = () => backing.query('select state from deliveries where id = $1', [eventId])
    await until(async () => (await written()).length === 1)
  })

  test('frozen with its connections open, callers are told in time as well', async () => {
    expect((await askAccount()).status).toBe(200)
    {
      using _frozen = freeze(postgres.process.identity!.pid)
      const answers = await Promise.all(Array.from({ length: 30 }, () => askAccount()))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
      const directory = createDirectoryClient({
        url: service.internalUrl,
        token: backing.environment.GATEWAY_TOKEN,
      })
      // Management's own word, not the client's impatience.
      await expect(directory.account(hashApiKey(backing.keys.secretKey))).rejects.toMatchObject({
        code: 'ServiceUnavailable',
        cause: { name: 'HTTPError', response: { statusCode: 503 } },
      })
      expect(await service.readiness()).toMatchObject({ status: 503, postgres: false })
    }
    await until(async () => (await askAccount()).status === 200)
    const id = await flow.submit()
    expect(await until(() => flow.announced.get(id))).toEqual({ status: 'succeeded', outcome })
  })

  test('the service stops in time, hands its records back, and the next one starts and writes them', async () => {
    await postgres.process.stop()
    const id = await flow.submit()
    await until(() => service.log().includes(id))
    expect(await service.stop()).toBe(0)

    service = await startService(backing.environment)
    expect(await service.readiness()).toMatchObject({ postgres: false })
    await postgres.process.start()
    await until(() => isRecorded(id))
    expect(await until(() => flow.announced.get(id))).toEqual({ status: 'succeeded', outcome })
  })
})

describe('a service that is killed', () => {
  test('loses no record: the next one writes it, once', async () => {
    await backing.query('truncate renders, usage')
    const ids = await Promise.all(Array.from({ length: 30 }, () => flow.submit()))
    await until(async () => (await backing.query('select from renders')).length > 0)
    await service[Symbol.asyncDispose]()
    service = await startService(backing.environment)
    for (const id of ids) await until(() => isRecorded(id))
    for (const id of ids) await until(() => flow.announced.get(id))
    expect(await backing.query('select renders from usage')).toEqual([{ renders: 30 }])
  })
})
