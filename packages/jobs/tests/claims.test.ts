import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { randomUUID } from 'node:crypto'
import { startRedisAlone, type Alone } from '@render/local'
import type { Redis } from 'ioredis'
import { connectImpatiently, createClaims, untilReady, type Claims, type Repeatable } from '../src/index.ts'

describe('claims of renders', () => {
  let server: Alone
  let redis: Redis
  let claims: Claims

  beforeAll(async () => {
    server = await startRedisAlone()
    redis = connectImpatiently(server.url)
    await untilReady(redis)
    claims = createClaims(redis, 'a secret')
  })

  afterAll(async () => {
    redis.disconnect()
    await server[Symbol.asyncDispose]()
  })

  const newRequest = (): Repeatable => ({ projectId: 'p', key: randomUUID(), request: 'sesame-request' })

  test('the first one gives the render, and the next ones find it once it is queued', async () => {
    const request = newRequest()
    expect(await claims.claim(request, 'one')).toEqual({ state: 'new', renderId: 'one' })
    expect(await claims.isAccepted(request)).toBe(false)
    const waiting = claims.claim(request, 'two')
    await claims.accept(request)
    expect(await waiting).toEqual({ state: 'accepted', renderId: 'one' })
    expect(await claims.isAccepted(request)).toBe(true)
  })

  test('of many at once one is the first', async () => {
    const request = newRequest()
    const states = await Promise.all(
      Array.from({ length: 20 }, async (_, at) => {
        const claim = await claims.claim(request, `render ${at}`)
        if (claim.state === 'new') await claims.accept(request)
        return claim
      }),
    )
    expect(states.filter(({ state }) => state === 'new')).toHaveLength(1)
    expect(states.filter(({ state }) => state === 'accepted')).toHaveLength(19)
    expect(new Set(states.map(({ renderId }) => renderId)).size).toBe(1)
  })

  test('when the first one dies before it has queued the render, one of the others does', async () => {
    const request = newRequest()
    await claims.claim(request, 'one')
    expect(await claims.claim(request, 'two')).toEqual({ state: 'resumed', renderId: 'one' })
    const waiting = claims.claim(request, 'three')
    await claims.accept(request)
    expect(await waiting).toEqual({ state: 'accepted', renderId: 'one' })
  })

  test('are of one request of one project', async () => {
    const request = newRequest()
    await claims.claim(request, 'one')
    const other = { ...request, request: 'another' }
    expect((await claims.claim(other, 'two')).state).toBe('other')
    expect((await claims.claim({ ...request, projectId: 'q' }, 'two')).state).toBe('new')
    await claims.accept(request)
    expect(await claims.isAccepted(other)).toBe(false)
    expect((await claims.claim(other, 'two')).state).toBe('other')
  })

  test('are forgotten after a day, and tell neither key nor request', async () => {
    await redis.flushall()
    const request = { ...newRequest(), key: 'sesame-key' }
    await claims.claim(request, 'one')
    await claims.accept(request)
    const [place] = await redis.keys('*')
    const leftMs = await redis.pttl(place!)
    expect(leftMs).toBeGreaterThan(23 * 3_600_000)
    expect(leftMs).toBeLessThanOrEqual(24 * 3_600_000)
    expect(JSON.stringify([place, await redis.hgetall(place!)])).not.toContain('sesame')
    await createClaims(redis, 'another secret').claim(request, 'one')
    expect(await redis.dbsize()).toBe(2)
  })
})
