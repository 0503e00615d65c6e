// Clients that make up ids and keys, or hold many connections.
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { watchEvents, type ApiResponse } from '@render/testkit'
import { makeApiKey } from '@render/vault'
import { untilEnded } from './support/until-ended.ts'
import { useWorld } from './support/use-world.ts'

const LIMIT = 5
const world = useWorld({
  UNKNOWN_PER_MINUTE: String(LIMIT),
  RECORD_DAYS: '60',
  MAX_PROJECT_STREAMS: '2',
  TRUST_PROXY: '127.0.0.1',
})
let clients = 0
let client: string

beforeEach(() => {
  client = `203.0.113.${++clients}`
  world.management.requests.length = 0
})

const ask = (path: string, { key, from = client }: { key?: string; from?: string } = {}) =>
  world.ask(path, { headers: { 'x-forwarded-for': from, ...(key && { authorization: `Bearer ${key}` }) } })

/** Counts the answers to simultaneous requests by their status. */
async function countStatuses(requests: Promise<ApiResponse>[]): Promise<Record<string, number>> {
  const statuses = (await Promise.all(requests)).map(({ status }) => String(status))
  return Object.fromEntries(
    Map.groupBy(statuses, String)
      .entries()
      .map(([each, all]) => [each, all.length]),
  )
}

const many = <T>(make: () => T): T[] => Array.from({ length: 4 * LIMIT }, make)

// Each fails without its limit: management is asked twenty times.
describe('unknown ids', () => {
  test('reach management only so often for each client', async () => {
    const reads = await countStatuses(many(() => ask(`/v1/render/${randomUUIDv7()}`)))
    expect(reads).toEqual({ 404: LIMIT, 429: 3 * LIMIT })
    const others = ['/v1/redirect/ID/1', '/v1/render/ID/events', '/v1/render/batch/ID']
    for (const path of others) {
      const { status, headers } = await ask(path.replace('ID', randomUUIDv7()), { key: world.key })
      expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true])
    }
    expect(world.management.questions().length).toBe(LIMIT)
    expect((await ask(`/v1/render/${randomUUIDv7()}`, { from: '203.0.113.250' })).status).toBe(404)
  })

  test('that no gateway can have made never reach it', async () => {
    const old = `0190${randomUUIDv7().slice(4)}`
    for (const id of [randomUUID(), old, `0${'f'.repeat(7)}${randomUUIDv7().slice(8)}`])
      for (let times = 0; times < 2 * LIMIT; times++) expect((await ask(`/v1/render/${id}`)).status).toBe(404)
    expect(world.management.questions()).toEqual([])
  })

  test('leave renders readable for the same client', async () => {
    await Promise.all(many(() => ask(`/v1/render/${randomUUIDv7()}`)))
    const { body } = await world.post('/v1/render/async', { html: 'x' })
    expect((await ask(`/v1/render/${body.renderId}`)).status).toBe(200)
  })
})

describe('made-up keys', () => {
  test('reach management only so often for each client, and keys in use are served', async () => {
    const { body } = await world.post('/v1/render/async', { html: 'x' })
    await untilEnded(world, body.renderId)
    world.management.requests.length = 0
    const answers = await countStatuses(many(() => ask('/v1/usage', { key: makeApiKey('sk') })))
    expect(answers).toEqual({ 401: LIMIT, 429: 3 * LIMIT })
    expect(world.management.questions().length).toBe(LIMIT)
    expect((await ask(`/v1/render/${body.renderId}`, { key: world.key })).status).toBe(200)
  })
})

describe('event streams', () => {
  // Fails without a limit.
  test('of one project are limited, until one is closed', async () => {
    const proceed = Promise.withResolvers<void>()
    world.work.render = async (job) => {
      await proceed.promise
      return world.succeed(job)
    }
    const { body } = await world.post('/v1/render/async', { html: 'x' })
    const path = `/v1/render/${body.renderId}/events`
    const headers = { authorization: `Bearer ${world.key}` }
    const streams = await Promise.all([1, 2].map(() => watchEvents(world.url + path, { headers })))
    const refused = await ask(path, { key: world.key })
    expect([refused.status, refused.body.error.code]).toEqual([429, 'RateLimitExceededError'])
    proceed.resolve()
    for (const { events } of streams) await Array.fromAsync(events)
    expect((await ask(path, { key: world.key })).status).toBe(200)
  })
})

// Fails without `maxConnections`.
test('connections above the limit are closed at once', async () => {
  await using another = await world.startAnother({ MAX_CONNECTIONS: '3' })
  const open = await Promise.all(
    [1, 2, 3].map(async () => {
      const socket = connect(another.port, '127.0.0.1')
      await once(socket, 'connect')
      return socket
    }),
  )
  const further = connect(another.port, '127.0.0.1')
  further.on('error', () => {})
  await once(further, 'close')
  expect(open.map(({ closed }) => closed)).toEqual([false, false, false])
  for (const socket of open) socket.destroy()
})
