import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { startSingleRedis, type SingleServer } from '@render/local'
import { freeze, until } from '@render/testkit'
import type { Redis } from 'ioredis'
import { connectFailFast, connectBlocking, isReady, requireDurableRedis, untilReady } from '../src/index.ts'
import { fakeOnly } from './fake-only.ts'

let server: SingleServer
let redis: Redis

beforeAll(async () => {
  server = await startSingleRedis()
  redis = connectFailFast(server.url)
  await untilReady(redis)
})

afterAll(async () => {
  await redis.quit()
  await server[Symbol.asyncDispose]()
})

describe('requireDurableRedis', () => {
  test('accepts a Redis with an append-only file and without eviction', async () => {
    await expect(requireDurableRedis(redis)).resolves.toBeUndefined()
  })

  test.each([
    ['maxmemory-policy', 'allkeys-lru', 'noeviction'],
    ['appendonly', 'no', 'yes'],
  ])('refuses %s=%s and names it in the message', async (setting, wrong, right) => {
    await redis.config('SET', setting, wrong)
    await expect(requireDurableRedis(redis)).rejects.toThrow(
      new RegExp(`${setting}=${wrong}.*${setting}=${right}.*DEVELOPMENT_REDIS`),
    )
    await redis.config('SET', setting, right)
  })

  // Fails when a missing limit is only a warning.
  test('refuses a Redis without maxmemory', async () => {
    await redis.config('SET', 'maxmemory', '0')
    await expect(requireDurableRedis(redis)).rejects.toThrow(/maxmemory=0.*DEVELOPMENT_REDIS/)
    await redis.config('SET', 'maxmemory', '1gb')
  })

  // Seen to pass any server when `CONFIG` was asked.
  test('refuses also a server that hides its configuration, as managed ones do', async () => {
    await redis.call('ACL', 'SETUSER', 'managed', 'on', '>sesame', '~*', '&*', '+@all', '-config')
    const { port } = new URL(server.url)
    const managed = connectFailFast(`redis://managed:sesame@127.0.0.1:${port}`)
    await untilReady(managed)
    await expect(managed.config('GET', 'appendonly')).rejects.toThrow('NOPERM')
    await expect(requireDurableRedis(managed)).resolves.toBeUndefined()
    await redis.config('SET', 'appendonly', 'no')
    await expect(requireDurableRedis(managed)).rejects.toThrow('appendonly=no')
    await redis.config('SET', 'appendonly', 'yes')
    managed.disconnect()
  })
})

describe.each([
  ['blocking', connectBlocking],
  ['fail-fast', connectFailFast],
])('readiness of a %s connection', (_, connect) => {
  test('follows the server, also while it is frozen or away', async () => {
    await using own = await startSingleRedis()
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

test('untilReady rejects in time when Redis is unavailable', async () => {
  const unreachable = connectFailFast('redis://127.0.0.1:1')
  await expect(untilReady(unreachable, 200)).rejects.toThrow('REDIS_URL')
  unreachable.disconnect()
})

// Seen to fail with the library's own `commandTimeout`.
test('an answer that has arrived is accepted, however long this process was paused', async () => {
  await using own = await startSingleRedis()
  const connection = connectFailFast(own.url)
  await untilReady(connection)
  const answer = connection.get('a')
  for (const end = performance.now() + 1500; performance.now() < end;);
  expect(await answer).toBe(null)
  connection.disconnect()
})

describe('a fail-fast connection', () => {
  test('gives a command one second', async () => {
    await using own = await startSingleRedis()
    const connection = connectFailFast(own.url)
    await untilReady(connection)
    using _frozen = freeze(own.process.identity!.pid)
    using _clock = fakeOnly('timeouts')
    let failure: unknown
    const command = connection.get('a').catch((error: Error) => (failure = error.message))
    await jest.advanceTimersByTimeAsync(999)
    expect(failure).toBeUndefined()
    await jest.advanceTimersByTimeAsync(1)
    expect(await command).toBe('Command timed out')
    connection.disconnect()
  })

  test('fails commands at once while the server is unavailable', async () => {
    await using own = await startSingleRedis()
    const connection = connectFailFast(own.url)
    await untilReady(connection)
    await own.process.stop({ signal: 'SIGKILL' })
    await until(() => connection.status !== 'ready')
    // An error that comes without an attempt to connect.
    await expect(connection.get('a')).rejects.toThrow('enableOfflineQueue options is false')
    connection.disconnect()
  })
})

describe('a fail-fast connection to a frozen server', () => {
  test('fails at once after three timeouts, until the server continues', async () => {
    await using own = await startSingleRedis()
    const connection = connectFailFast(own.url)
    await untilReady(connection)
    const refused = () => connection.get('a').catch((error: Error) => error.message)
    {
      using _frozen = freeze(own.process.identity!.pid)
      const timedOut = await Promise.all([refused(), refused(), refused()])
      expect(timedOut).toEqual(Array(3).fill('Command timed out'))
      // No timeout can end these commands.
      using _stopped = fakeOnly('timeouts')
      for (let turn = 0; turn < 5; turn++) {
        expect(await refused()).toBe('Redis does not answer.')
        expect(await connection.multi().set('a', 1).exec().catch(String)).toMatch(/does not answer|EXECABORT/)
      }
    }
    await until(async () => (await refused()) === null)
    connection.disconnect()
  })
})
