import { describe, expect, test } from '@jest/globals'
import { ask, freeze, until } from '@render/testkit'
import { Client } from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { useFaultWorld } from './use-fault-world.ts'

const TIMEOUT_MS = 180_000

/** Each test ends with a check of all that was asked for: see `use-fault-world.ts`. */
describe('management and its database', () => {
  const world = useFaultWorld()

  const postgres = () => world.stack.processes.postgres!
  const management = () => world.stack.processes.management
  const unknownRender = () =>
    ask(`${world.stack.info.baseUrl}/v1/render/01a1fb0b-71cf-7d1e-ae1d-6942a306a7af`)
  const projects = () =>
    ask(`${world.stack.info.managementUrl}/projects`, {
      headers: { 'x-api-key': world.stack.info.organisationKey },
    })
  const ops = (path: string) => ask(`http://127.0.0.1:${world.stack.info.ports.managementMetrics}/${path}`)

  /** Waits until the queue is about to hear that a record is written. */
  const acknowledging = () =>
    world.stack.links.management.redis.trap((request) => request.includes('"status":"succeeded"'), 'before')

  // Seen to fail, as X22 is, when `write-record.ts` counts a render whether its record is new or not.
  test(
    'X03 management killed after the commit, before the queue hears of it',
    async () => {
      const acknowledged = acknowledging()
      await world.create({ html: 'x' })
      await acknowledged
      management().kill('SIGKILL')
      await management().ready()
    },
    TIMEOUT_MS,
  )

  // Seen to fail when `database-away.ts` says that it never is.
  test(
    'X19 Postgres away: a known key goes on, records and events wait',
    async () => {
      expect((await projects()).status).toBe(200)
      await postgres().stop()
      const events = world.catcher.caught.length
      for (let at = 0; at < 6; at++)
        expect(await world.create({ html: `number ${at}` }, { isSync: true })).toMatchObject({ status: 200 })
      expect([(await ops('ready')).status, (await ops('health')).status]).toEqual([503, 200])
      expect((await projects()).status).toBe(503)
      const { status, headers } = await unknownRender()
      expect([status, headers.has('retry-after')]).toEqual([503, true])
      await sleep(5000)
      expect(world.catcher.caught.length).toBe(events)
    },
    TIMEOUT_MS,
  )

  test(
    'X20 Postgres slow, its connections in use: 503 in time, not ready but alive',
    async () => {
      world.stack.links.management.postgres.poison({ latencyMs: 2000 })
      const answers = await Promise.all(Array.from({ length: 20 }, unknownRender))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
      expect([(await ops('ready')).status, (await ops('health')).status]).toEqual([503, 200])
    },
    TIMEOUT_MS,
  )

  test(
    'X20 records locked by somebody else: they wait',
    async () => {
      const client = new Client({ connectionString: world.stack.databaseUrl })
      await client.connect()
      await client.query('begin; lock table renders in access exclusive mode')
      const { answer } = await world.create({ html: 'x' }, { isSync: true })
      expect(answer).toBe('accepted')
      // Longer than a statement may take.
      await sleep(6000)
      await client.query('rollback')
      await client.end()
    },
    TIMEOUT_MS,
  )

  test(
    'X21 Postgres killed after the commit: the record is there',
    async () => {
      const acknowledged = acknowledging()
      const { renderId } = await world.create({ html: 'x' })
      await acknowledged
      postgres().kill('SIGKILL')
      await postgres().ready()
      await world.heal()
      await until(async () => {
        const { body } = await ask(`${world.stack.info.baseUrl}/v1/render/${renderId}`)
        return body.status === 'succeeded'
      })
    },
    TIMEOUT_MS,
  )

  test(
    'X22 the connection cut at the commit, whose outcome nobody knows',
    async () => {
      const { postgres: link } = world.stack.links.management
      const tag = `"custom_id":"render-${world.history.asked.length}"`
      const committed = link.trap((request) => request.includes(tag), 'after')
      await world.create({ html: 'x' })
      await committed
      await sleep(200)
      await link.cut()
      await link.mend()
    },
    TIMEOUT_MS,
  )

  test(
    'X40 two of management and two dispatchers, the first ones frozen for a while',
    async () => {
      const others = [
        await world.stack.startAnother('management'),
        await world.stack.startAnother('webhook-dispatcher'),
      ]
      const create = (at: number) => world.create({ html: `number ${at}` })
      await Promise.all(Array.from({ length: 10 }, (_, at) => create(at)))
      {
        using _management = freeze(management().identity!.pid)
        using _dispatcher = freeze(world.stack.processes['webhook-dispatcher'].identity!.pid)
        await Promise.all(Array.from({ length: 10 }, (_, at) => create(at)))
        await sleep(12_000)
      }
      await world.check()
      for (const { process } of others) await process.stop()
    },
    TIMEOUT_MS,
  )

  test(
    'management away: a key that is not known is 503 with Retry-After',
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
})
