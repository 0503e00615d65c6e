import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { randomUUID } from 'node:crypto'
import { startSingleRedis, type SingleServer } from '@render/local'
import type { Redis } from 'ioredis'
import {
  connectFailFast,
  createIdempotencyStore,
  untilReady,
  type IdempotencyStore,
  type IdempotentRequest,
} from '../src/index.ts'

describe('idempotency store', () => {
  let server: SingleServer
  let redis: Redis
  let store: IdempotencyStore

  beforeAll(async () => {
    server = await startSingleRedis()
    redis = connectFailFast(server.url)
    await untilReady(redis)
    store = createIdempotencyStore(redis, 'a secret')
  })

  afterAll(async () => {
    redis.disconnect()
    await server[Symbol.asyncDispose]()
  })

  const newRequest = (): IdempotentRequest => ({
    projectId: 'p',
    key: randomUUID(),
    request: 'sesame-request',
  })

  /** Ends the leases of all requests, which would have ended by themselves within five seconds. */
  async function endLeases(): Promise<void> {
    const [seconds, micros] = (await redis.time()).map(Number)
    const nowMs = seconds! * 1000 + Math.floor(micros! / 1000)
    let ended = 0
    for (const key of await redis.keys('claim:*')) {
      const leasedUntil = await redis.hget(key, 'queueingUntil')
      if (!leasedUntil) continue
      expect(Number(leasedUntil)).toBeLessThanOrEqual(nowMs + 5000)
      await redis.hset(key, 'queueingUntil', nowMs)
      ended++
    }
    expect(ended).toBeGreaterThan(0)
  }

  test('the first request reserves its id, and equal ones get it once the render is queued', async () => {
    const request = newRequest()
    expect(await store.reserve(request, 'one')).toEqual({ state: 'fresh', id: 'one' })
    const waiting = store.reserve(request, 'two')
    await store.accept(request)
    expect(await waiting).toEqual({ state: 'existing', id: 'one' })
    expect(await store.reserve(request, 'three')).toEqual({ state: 'existing', id: 'one' })
  })

  test('one of many simultaneous requests is the first', async () => {
    const request = newRequest()
    const reservations = await Promise.all(
      Array.from({ length: 20 }, async (_, at) => {
        const reservation = await store.reserve(request, `render ${at}`)
        if (reservation.state === 'fresh') await store.accept(request)
        return reservation
      }),
    )
    expect(reservations.filter(({ state }) => state === 'fresh')).toHaveLength(1)
    expect(reservations.filter(({ state }) => state === 'existing')).toHaveLength(19)
    expect(new Set(reservations.map(({ id }) => id)).size).toBe(1)
  })

  test('a request resumes the id of an earlier one that died before it queued the render', async () => {
    const request = newRequest()
    await store.reserve(request, 'one')
    const resuming = store.reserve(request, 'two')
    await endLeases()
    expect(await resuming).toEqual({ state: 'resumed', id: 'one' })
    const waiting = store.reserve(request, 'three')
    await store.accept(request)
    expect(await waiting).toEqual({ state: 'existing', id: 'one' })
  })

  test('a key belongs to one request of one project', async () => {
    const request = newRequest()
    await store.reserve(request, 'one')
    const other = { ...request, request: 'another' }
    expect((await store.reserve(other, 'two')).state).toBe('conflict')
    expect((await store.reserve({ ...request, projectId: 'q' }, 'two')).state).toBe('fresh')
    await store.accept(request)
    expect((await store.reserve(other, 'two')).state).toBe('conflict')
  })

  describe('release', () => {
    test('frees a fresh key for any request', async () => {
      const request = newRequest()
      await store.reserve(request, 'one')
      await store.release(request, 'one')
      const other = { ...request, request: 'another' }
      expect(await store.reserve(other, 'two')).toEqual({ state: 'fresh', id: 'two' })
    })

    test('lets the next equal request resume a resumed key at once, and refuses other requests', async () => {
      const request = newRequest()
      await store.reserve(request, 'one')
      await endLeases()
      expect((await store.reserve(request, 'two')).state).toBe('resumed')
      await store.release(request, 'two')
      expect(await store.reserve(request, 'three')).toEqual({ state: 'resumed', id: 'one' })
      expect((await store.reserve({ ...request, request: 'another' }, 'four')).state).toBe('conflict')
    })

    test('changes nothing for a request that no longer holds the lease', async () => {
      const request = newRequest()
      await store.reserve(request, 'one')
      await endLeases()
      expect((await store.reserve(request, 'two')).state).toBe('resumed')
      await store.release(request, 'one')
      await store.accept(request)
      await store.release(request, 'two')
      expect(await store.reserve(request, 'three')).toEqual({ state: 'existing', id: 'one' })
    })
  })

  test('forgets keys after a day, and stores neither key nor request in clear text', async () => {
    await redis.flushall()
    const request = { ...newRequest(), key: 'sesame-key' }
    await store.reserve(request, 'one')
    await store.accept(request)
    const [key] = await redis.keys('*')
    const leftMs = await redis.pttl(key!)
    expect(leftMs).toBeGreaterThan(23 * 3_600_000)
    expect(leftMs).toBeLessThanOrEqual(24 * 3_600_000)
    expect(JSON.stringify([key, await redis.hgetall(key!)])).not.toContain('sesame')
    await createIdempotencyStore(redis, 'another secret').reserve(request, 'one')
    expect(await redis.dbsize()).toBe(2)
  })
})
