import { expect, test } from '@jest/globals'
import { seededRandom, sendRequest, startHeldSite, until } from '@render/testkit'
import { Redis } from 'ioredis'
import { readFileSync } from 'node:fs'
import { isBusy } from '../../src/busy-worker.ts'
import type { FaultWorld } from '../../src/fault-world.ts'
import { killEverything } from '../../src/faults.ts'

const TIMEOUT_MS = 240_000

/** Defines the tests of Redis. After each the whole history is checked, see `use-fault-world.ts`. The last one wipes Redis. */
export function testRedisFaults(world: FaultWorld): void {
  const statusOf = (renderId: string) => sendRequest(`${world.stack.info.baseUrl}/v1/render/${renderId}`)

  /** Creates renders of a page, some running and the others waiting. */
  const acceptMany = (page: object) =>
    Promise.all(Array.from({ length: 8 }, (_, at) => world.create({ ...page, tag: `number ${at}` })))

  const managementLog = () => readFileSync(world.stack.processes.management.logFile, 'utf8')

  const kill = async () => {
    world.stack.processes.redis!.kill('SIGKILL')
    await world.stack.processes.redis!.ready()
  }

  // Both fail with `appendonly no` and DEVELOPMENT_REDIS=1: the accepted renders are unknown then.
  test.each([
    ['X13 killed', kill],
    [
      'X44 killed with all services, and started in random order',
      () => killEverything(world, seededRandom(44)),
    ],
  ])(
    '%s: every accepted render finishes',
    async (_, kills) => {
      await using site = await startHeldSite('<img src="/held">')
      await acceptMany({ url: site.url })
      await site.requested
      await kills()
      site.release()
      await world.check()
    },
    TIMEOUT_MS,
  )

  test(
    'X14 wiped: renders in flight are unknown, recorded renders are kept',
    async () => {
      const recorded = world.history.requested[0]!.renderId!
      await using site = await startHeldSite('<img src="/held">')
      const { renderId } = await world.create({ url: site.url })
      await site.requested
      const redis = new Redis(world.stack.redisUrl)
      await redis.flushall()
      redis.disconnect()
      await until(() => managementLog().includes('"alert":"queue-lost"'))
      expect((await statusOf(renderId!)).status).toBe(404)
      expect((await statusOf(recorded)).body.status).toBe('succeeded')
      // Lost by design.
      world.history.requested.splice(
        world.history.requested.findIndex((render) => render.renderId === renderId),
        1,
      )
      site.release()
      const worker = { process: world.stack.processes['render-worker'], ports: world.stack.info.ports }
      await until(async () => !(await isBusy(worker)))
      const after = await world.create({ html: 'after it' }, { isSync: true })
      expect(after.status).toBe(200)
    },
    TIMEOUT_MS,
  )
}
