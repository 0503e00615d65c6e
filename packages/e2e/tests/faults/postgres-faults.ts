import { expect, test } from '@jest/globals'
import { query, sendRequest, until, untilAvailable } from '@render/testkit'
import { Redis } from 'ioredis'
import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import type { FaultWorld } from '../../src/fault-world.ts'

const TIMEOUT_MS = 180_000

/** Defines the tests of management and its database. After each the whole history is checked, see `use-fault-world.ts`. */
export function testPostgresFaults(world: FaultWorld): void {
  const postgres = () => world.stack.processes.postgres!
  const management = () => world.stack.processes.management
  const unknownRender = () =>
    sendRequest(`${world.stack.info.baseUrl}/v1/render/01a1fb0b-71cf-7d1e-ae1d-6942a306a7af`)
  const projects = () =>
    sendRequest(`${world.stack.info.managementUrl}/projects`, {
      headers: { 'x-api-key': world.stack.info.organisationKey },
    })
  const ops = (path: string) =>
    sendRequest(`http://127.0.0.1:${world.stack.info.ports.managementMetrics}/${path}`)

  /** Returns how often the database could not write a record so far. */
  const unwritten = () =>
    readFileSync(management().logFile, 'utf8').split(/record (?:waits|refused)/).length - 1

  const isRecorded = async (tag: string) =>
    (await query(world.stack.databaseUrl, `select from renders where options->>'custom_id' = $1`, [tag]))
      .length > 0

  /** Waits for the job that confirms a written record, and withholds it. */
  const acknowledging = () =>
    world.stack.links.management.redis.trap((request) => request.includes('"status":"succeeded"'), 'before')

  // X03 and X22 fail if usage is counted also for a record that already exists.
  test(
    'X03 management killed after the commit, before it completes the job',
    async () => {
      const acknowledged = acknowledging()
      await world.create({ html: 'x' })
      await acknowledged
      management().kill('SIGKILL')
      await management().ready()
    },
    TIMEOUT_MS,
  )

  // Fails if an unavailable database is not recognised.
  test(
    'X19 Postgres stopped: known keys still work, records and events wait',
    async () => {
      await until(async () => (await projects()).status === 200)
      await postgres().stop()
      const events = world.catcher.caught.length
      const before = unwritten()
      for (let at = 0; at < 6; at++)
        expect(await world.create({ html: `number ${at}` }, { isSync: true })).toMatchObject({ status: 200 })
      expect([(await ops('ready')).status, (await ops('health')).status]).toEqual([503, 200])
      expect((await projects()).status).toBe(503)
      const { status, headers } = await unknownRender()
      expect([status, headers.has('retry-after')]).toEqual([503, true])
      await until(() => unwritten() >= before + 6)
      expect(world.catcher.caught.length).toBe(events)
    },
    TIMEOUT_MS,
  )

  test(
    'X20 Postgres slow and its connections in use: 503 in time, not ready but alive',
    async () => {
      world.stack.links.management.postgres.poison({ latencyMs: 2000 })
      const answers = await Promise.all(Array.from({ length: 20 }, unknownRender))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
      expect([(await ops('ready')).status, (await ops('health')).status]).toEqual([503, 200])
    },
    TIMEOUT_MS,
  )

  test(
    'X20 records locked by another transaction: they wait',
    async () => {
      const client = new Client({ connectionString: world.stack.databaseUrl })
      await client.connect()
      const before = unwritten()
      await client.query('begin; lock table renders in access exclusive mode')
      const { answer } = await world.create({ html: 'x' }, { isSync: true })
      expect(answer).toBe('accepted')
      // The statement has taken too long.
      await until(() => unwritten() > before)
      await client.query('rollback')
      await client.end()
    },
    TIMEOUT_MS,
  )

  test(
    'X21 Postgres killed after the commit: the record is kept',
    async () => {
      const acknowledged = acknowledging()
      const { renderId } = await world.create({ html: 'x' })
      await acknowledged
      postgres().kill('SIGKILL')
      await postgres().ready()
      await world.heal()
      await until(async () => {
        const { body } = await sendRequest(`${world.stack.info.baseUrl}/v1/render/${renderId}`)
        return body.status === 'succeeded'
      })
    },
    TIMEOUT_MS,
  )

  test(
    'X22 the connection cut during the commit, with an unknown outcome',
    async () => {
      const { postgres: link } = world.stack.links.management
      const tag = `render-${world.history.requested.length}`
      const committed = link.trap((request) => request.includes(`"custom_id":"${tag}"`), 'after')
      await world.create({ html: 'x' })
      await committed
      await until(() => isRecorded(tag))
      await link.cut()
      await link.restore()
    },
    TIMEOUT_MS,
  )

  test(
    'management stopped: the answer of a recorded render is in the database only',
    async () => {
      const { renderId } = await world.create({ html: 'x' })
      const read = () => sendRequest(`${world.stack.info.baseUrl}/v1/render/${renderId}`)
      const early = await until(async () => {
        const answer = await read()
        return answer.body.status === 'succeeded' ? answer : undefined
      })
      await world.check()
      // The job is removed after the record is written, and later if a connection was just cut.
      const redis = new Redis(world.stack.redisUrl)
      await until(async () => (await redis.exists(`bull:renders:${renderId}`)) === 0)
      redis.disconnect()
      await management().stop()
      expect((await read()).status).toBe(503)
      await management().start()
      const late = await untilAvailable(`${world.stack.info.baseUrl}/v1/render/${renderId}`)
      expect(late.body).toEqual(early.body)
    },
    TIMEOUT_MS,
  )

  test(
    'management stopped: an unknown key gets 503 with Retry-After',
    async () => {
      const { stack } = world
      await Promise.all([management().stop(), stack.processes.gateway.stop()])
      await stack.processes.gateway.start()
      expect(await world.create({ html: 'x' })).toMatchObject({
        answer: 'refused',
        status: 503,
        hasRetryAfter: true,
      })
    },
    TIMEOUT_MS,
  )
}
