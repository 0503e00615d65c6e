import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createManagementClient, internalPaths } from '@render/management-client'
import { startSinglePostgres, type SingleServer } from '@render/local'
import { freeze, until } from '@render/testkit'
import { createDeliveryReporter } from '@render/jobs'
import { once } from 'node:events'
import { connect } from 'node:net'
import { hashApiKey } from '@render/vault'
import { randomUUIDv7 } from 'node:crypto'
import { Client } from 'pg'
import { firstDayToKeep } from '../src/periodic-tasks/schedule-sweeps.ts'
import { outcome, startRenderFlow, type RenderFlow } from './render-flow.ts'
import { startBacking, type Backing } from './start-backing.ts'
import { startService, type RunningService } from './start-service.ts'

let postgres: SingleServer
let backing: Backing
let flow: RenderFlow
let service: RunningService

beforeAll(async () => {
  postgres = await startSinglePostgres()
  backing = await startBacking({ postgres })
  flow = await startRenderFlow(backing.redis.url, backing.owner)
  service = await startService({ ...backing.environment, MAX_CONNECTIONS: String(MAX_CONNECTIONS) })
})

afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await flow[Symbol.asyncDispose]()
  await backing[Symbol.asyncDispose]()
  await postgres[Symbol.asyncDispose]()
})

const MAX_CONNECTIONS = 60

function askAccount(): Promise<Response> {
  const path = internalPaths.account(hashApiKey(backing.keys.secretKey))
  return fetch(`${service.internalUrl}${path}`, {
    headers: { authorization: `Bearer ${backing.environment.GATEWAY_TOKEN}` },
  })
}

/** Asks until the account is found: on a busy machine Postgres may take longer than the service waits for it. */
const untilAnswered = () => until(async () => (await askAccount()).status === 200)

/** Returns how many requests the service has answered 503, and how many of these sooner than a hanging query ends. */
async function unavailable() {
  const metrics = await (await fetch(`${service.metricsUrl}/metrics`)).text()
  const sum = (lines: RegExp) =>
    Array.from(metrics.matchAll(lines), ([, count]) => Number(count)).reduce((all, count) => all + count, 0)
  return {
    all: sum(/^http_request_duration_seconds_count\{.*status="503".*\} (\d+)$/gm),
    inTime: sum(/^http_request_duration_seconds_bucket\{(?=.*le="5").*status="503".*\} (\d+)$/gm),
  }
}

const isRecorded = async (id: string) =>
  (await backing.query('select id from renders where id = $1', [id])).length === 1
const isStarted = () => service.log.includes('database unavailable, record waits')

describe('a running service', () => {
  test('is ready, reports its health on both listeners, and serves metrics', async () => {
    await untilAnswered()
    expect(await service.readiness()).toEqual({ status: 200, postgres: true, redis: true, accepting: true })
    for (const path of ['/health', '/ready']) expect((await fetch(service.url + path)).status).toBe(200)
    const metrics = await (await fetch(`${service.metricsUrl}/metrics`)).text()
    expect(metrics).toContain('management_records_lost_total{service="management"} 0')
  })

  test('answers the gateway, and returns 401 without a token', async () => {
    await untilAnswered()
    const path = internalPaths.account(hashApiKey(backing.keys.secretKey))
    expect((await fetch(`${service.internalUrl}${path}`)).status).toBe(401)
  })

  // Fails without `maxConnections`.
  test('closes connections of users above the limit at once', async () => {
    const { hostname, port } = new URL(service.url)
    const sockets = Array.from({ length: MAX_CONNECTIONS + 1 }, () => connect(Number(port), hostname))
    await Promise.race(
      sockets.map((socket) =>
        once(
          socket.on('error', () => {}),
          'close',
        ),
      ),
    )
    expect(sockets.some(({ closed }) => !closed)).toBe(true)
    await untilAnswered()
    for (const socket of sockets) socket.destroy()
    await until(async () => (await fetch(`${service.url}/health`)).ok)
  })

  test('answers the gateway while requests of users hold all connections that they may have', async () => {
    const { organisationKey } = backing.keys
    const client = new Client({ connectionString: backing.postgres.url })
    await client.connect()
    // Then the service has a connection for the request of the gateway.
    await untilAnswered()
    try {
      await client.query('begin; lock table audit_entries in access exclusive mode')
      const headers = { 'x-api-key': organisationKey }
      const path = `${service.url}/v2/organisation/${backing.owner.organisationId}/audit`
      const over = new AbortController()
      const askOften = async () => {
        while (!over.signal.aborted) await (await fetch(path, { headers })).arrayBuffer()
      }
      const users = Array.from({ length: 20 }, askOften)
      const waiting = `select from pg_stat_activity where wait_event_type = 'Lock'`
      await until(async () => (await backing.query(waiting)).length === 16)
      expect((await askAccount()).status).toBe(200)
      over.abort()
      await client.query('rollback')
      await Promise.all(users)
    } finally {
      await client.end()
    }
  })

  test('has no internal API on the public listener: unknown paths return 404 as JSON', async () => {
    for (const path of ['/v2/nothing', internalPaths.account(hashApiKey(backing.keys.secretKey)), '/%ff']) {
      const headers = { authorization: `Bearer ${backing.environment.GATEWAY_TOKEN}` }
      const answer = await fetch(`${service.url}${path}`, { headers })
      expect(answer.status).toBe(404)
      expect(await answer.json()).toMatchObject({ code: 'NOT_FOUND', message: expect.any(String) })
    }
  })

  test('schedules one sweep of expired artefacts although it starts several times', async () => {
    const sweepOf = () => `before-${firstDayToKeep(new Date(), 30)}`
    const sweeps = () => flow.redis.lrange('bull:sweeps:wait', 0, -1)
    const early = await until(async () => (await sweeps())[0])
    const second = await startService(backing.environment)
    await until(() => flow.redis.exists(`bull:sweeps:${sweepOf()}`))
    expect(await second.stop()).toBe(0)
    // The day may have changed meanwhile.
    expect((await sweeps()).toSorted()).toEqual([...new Set([early, sweepOf()])])
  })

  test('logs the ids of a recorded render, and no secrets', async () => {
    const id = await flow.submit()
    await until(() => service.log.includes('render recorded'))
    expect(service.log).toContain(`"renderId":"${id}","requestId":"request of ${id}"`)
    for (const secret of [...Object.values(backing.keys), backing.environment.GATEWAY_TOKEN])
      expect(service.log).not.toContain(secret)
    for (const url of [backing.postgres.url, backing.redis.url])
      expect(service.log).not.toContain(new URL(url).password)
  })
})

describe('while Postgres is unavailable', () => {
  test('the service keeps running, is not ready, and returns 503 with Retry-After', async () => {
    await postgres.process.stop()
    const answer = await askAccount()
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(await answer.json()).toMatchObject({ error: { code: 'ServiceUnavailable' } })
    expect(await service.readiness()).toEqual({ status: 503, postgres: false, redis: true, accepting: true })
    expect((await fetch(`${service.metricsUrl}/health`)).status).toBe(200)
    expect(service.isRunning()).toBe(true)

    await postgres.process.start()
    await untilAnswered()
    expect(await service.readiness()).toEqual({ status: 200, postgres: true, redis: true, accepting: true })
  })

  test('records wait, more than are handled at once; later each is written and counted once', async () => {
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

  test('delivery reports wait, and are written when Postgres is back', async () => {
    await postgres.process.stop()
    await using reporter = createDeliveryReporter(flow.redis)
    const eventId = randomUUIDv7()
    const common = { ...backing.owner, requestId: 'r', sealedUrl: '', replay: 0, attempts: 1 }
    await reporter.report({ ...common, eventId, state: 'delivered' })
    await until(() => service.log.includes('database unavailable, report waits'))

    await postgres.process.start()
    const written = () => backing.query('select state from deliveries where id = $1', [eventId])
    await until(async () => (await written()).length === 1)
  })

  test('frozen with open connections, the service returns 503 in time', async () => {
    await untilAnswered()
    {
      const before = await unavailable()
      using _frozen = freeze(postgres.process.identity!.pid)
      const answers = await Promise.all(Array.from({ length: 30 }, () => askAccount()))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
      const after = await until(async () => {
        const { all, inTime } = await unavailable()
        return all >= before.all + 30 && { all, inTime }
      })
      expect(after).toEqual({ all: before.all + 30, inTime: before.inTime + 30 })
      const client = createManagementClient({
        url: service.internalUrl,
        token: backing.environment.GATEWAY_TOKEN,
      })
      const account = () =>
        client.account(hashApiKey(backing.keys.secretKey)).catch((error: unknown) => error)
      // Management answers before the client times out; only a pause of the client can be in the way once.
      await until(async () => {
        const error = await account()
        expect(error).toMatchObject({ code: 'ServiceUnavailable' })
        return (error as { cause: { response?: { statusCode: number } } }).cause.response?.statusCode === 503
      })
      expect(await service.readiness()).toMatchObject({ status: 503, postgres: false })
    }
    await untilAnswered()
    const id = await flow.submit()
    expect(await until(() => flow.announced.get(id))).toEqual({ status: 'succeeded', outcome })
  })

  test('the service stops in time and returns its records to the queue; the next process writes them', async () => {
    await postgres.process.stop()
    const id = await flow.submit()
    await until(() => service.log.includes(id))
    expect(await service.stop()).toBe(0)

    service = await startService(backing.environment)
    expect(await service.readiness()).toMatchObject({ postgres: false })
    await postgres.process.start()
    await until(() => isRecorded(id))
    expect(await until(() => flow.announced.get(id))).toEqual({ status: 'succeeded', outcome })
  })
})

describe('a killed service', () => {
  test('loses no record: the next process writes it once', async () => {
    await backing.query('truncate renders, usage')
    const ids = await Promise.all(Array.from({ length: 30 }, () => flow.submit()))
    await until(async () => (await backing.query('select from renders')).length > 0)
    await service[Symbol.asyncDispose]()
    service = await startService({ ...backing.environment, LAME_DUCK_MS: '5000' })
    for (const id of ids) await until(() => isRecorded(id))
    for (const id of ids) await until(() => flow.announced.get(id))
    expect(await backing.query('select renders from usage')).toEqual([{ renders: 30 }])
  })
})

test('a service that stops is not ready, and still accepts requests for a while', async () => {
  await untilAnswered()
  const stopping = service.stop()
  await until(async () => (await service.readiness()).status === 503)
  const answers = await Promise.all([fetch(`${service.url}/health`), askAccount()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await stopping).toBe(0)
})
