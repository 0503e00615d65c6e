import { describe, expect, test } from '@jest/globals'
import { query, sendRequest, startHeldSite, until } from '@render/testkit'
import { Redis } from 'ioredis'
import { readFileSync } from 'node:fs'
import { useFaultWorld } from '../faults/use-fault-world.ts'

const TIMEOUT_MS = 240_000

/** After each test the whole history is checked, see `use-fault-world.ts`. */
describe('Redis', () => {
  const world = useFaultWorld()

  test(
    'X16 slow and fragmented: renders take longer and none is rendered twice',
    async () => {
      for (const { redis } of Object.values(world.stack.links))
        redis.poison({ latencyMs: 300, jitterMs: 100, sliceBytes: 1000 })
      const accepted = await Promise.all(Array.from({ length: 8 }, () => world.create({ html: 'x' })))
      const last = accepted.at(-1)!.renderId!
      const finished = await until(async () => {
        const { body } = await sendRequest(`${world.stack.info.baseUrl}/v1/render/${last}`)
        return body.status === 'succeeded' ? body : undefined
      }, 150_000)
      expect(finished.renderTime).toBeGreaterThan(0)
      await world.check()
      const tags = accepted.map(({ tag }) => tag)
      const again = `select id from renders where options->>'custom_id' = any($1) and attempts > 1`
      expect(await query(world.stack.databaseUrl, again, [tags])).toEqual([])
    },
    TIMEOUT_MS,
  )

  test(
    'X17 full: creates get 503, and accepted renders finish once there is space',
    async () => {
      await using site = await startHeldSite('<img src="/held">')
      const redis = new Redis(world.stack.redisUrl)
      await world.create({ url: site.url })
      await site.requested
      await redis.config('SET', 'maxmemory', '1mb')
      try {
        expect(await world.create({ html: 'x' })).toMatchObject({
          answer: 'refused',
          status: 503,
          hasRetryAfter: true,
        })
        const { logFile } = world.stack.processes.management
        await until(() => readFileSync(logFile, 'utf8').includes('"alert":"queue-memory"'))
        site.release()
        // No lock can be renewed while Redis is full.
        await until(async () => (await redis.keys('*:lock')).length === 0)
      } finally {
        await redis.config('SET', 'maxmemory', '1gb')
        redis.disconnect()
      }
    },
    TIMEOUT_MS,
  )
})
