import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { startRedisAlone, type Alone } from '@render/local'
import { freeze, until } from '@render/testkit'
import type { Redis } from 'ioredis'
import {
  connectImpatiently,
  connectPatiently,
  isReady,
  requireDurableRedis,
  untilReady,
} from '../src/index.ts'

let server: Alone
let redis: Redis

beforeAll(async () => {
  server = await startRedisAlone()
  redis = connectImpatiently(server.url)
  await untilReady(redis)
})

afterAll(async () => {
  await redis.quit()
  await server[Symbol.asyncDispose]()
})

describe('a Redis for renders', () => {
  test('keeps an append-only file and evicts nothing', async () => {
    await expect(requireDurableRedis(redis)).resolves.toBeUndefined()
  })

  test.each([
    ['maxmemory-policy', 'allkeys-lru', 'noeviction'],
    ['appendonly', 'no', 'yes'],
  ])('is refused with %s=%s, which the message names', async (setting, wrong, right) => {
    await redis.config('SET', setting, wrong)
    await expect(requireDurableRedis(redis)).rejects.toThrow(
      new RegExp(`${setting}=${wrong}.*${setting}=${right}.*DEVELOPMENT_REDIS`),
    )
    await redis.config('SET', setting, right)
  })
})

describe.each([
  ['patient', connectPatiently],
  ['impatient', connectImpatiently],
])('readiness of a %s connection', (_, connect) => {
  test('follows the server, also while it is frozen or not there', async () => {
    await using own = await startRedisAlone()
    const connection = connect(own.url)
    expect(await isReady(connection)).toBe(false)
    await untilReady(connection)
    expect(await isReady(connection)).toBe(true)
    await connection.client('PAUSE', 400, 'ALL')
    expect(await isReady(connection, 50)).toBe(false)
    expect(await isReady(connection, 5000)).toBe(true)
    connection.disconnect()
    expect(await isReady(connection)).toBe(false)
  })
})

test('a Redis that is not there is reported in time', async () => {
  const nobody = connectImpatiently('redis://127.0.0.1:1')
  await expect(untilReady(nobody, 200)).rejects.toThrow('REDIS_URL')
  nobody.disconnect()
})

// Seen to fail with the library's own `commandTimeout`.
test('an answer that is there is taken, however long this process was held up', async () => {
  await using own = await startRedisAlone()
  const connection = connectImpatiently(own.url)
  await untilReady(connection)
  const asked = connection.get('a')
  for (const end = performance.now() + 1500; performance.now() < end;);
  expect(await asked).toBe(null)
  connection.disconnect()
})

describe('an impatient connection to a frozen server', () => {
  test('waits for three answers in vain, then for none, until the server goes on', async () => {
    await using own = await startRedisAlone()
    const connection = connectImpatiently(own.url)
    await untilReady(connection)
    const refused = () => connection.get('a').catch((error: Error) => error.message)
    {
      using _frozen = freeze(own.process.identity!.pid)
      const inVain = await Promise.all([refused(), refused(), refused()])
      expect(inVain).toEqual(Array(3).fill('Command timed out'))
      const took: number[] = []
      for (let turn = 0; turn < 5; turn++) {
        const begun = performance.now()
        expect(await refused()).toBe('Redis does not answer.')
        expect(await connection.multi().set('a', 1).exec().catch(String)).toMatch(/does not answer|EXECABORT/)
        took.push(performance.now() - begun)
      }
      // Less than one answer is waited for; on a busy machine some wait for a core.
      expect(Math.min(...took)).toBeLessThan(900)
    }
    await until(async () => (await refused()) === null)
    connection.disconnect()
  })
})
