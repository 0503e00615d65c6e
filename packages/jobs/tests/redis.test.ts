import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { startRedisAlone, type Alone } from '@render/local'
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
