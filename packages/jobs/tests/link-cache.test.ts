import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { startSingleRedis, type SingleServer } from '@render/local'
import type { RenderOutcome } from '@render/outputs'
import { until } from '@render/testkit'
import { Redis } from 'ioredis'
import {
  connectFailFast,
  createLinkCache,
  untilReady,
  type LinkCacheLimits,
  type LinkKey,
} from '../src/index.ts'
import { outcome } from './test-queues.ts'

const HOUR_MS = 3_600_000
const MB = 1024 ** 2
const ROOMY: LinkCacheLimits = { entries: 1000, bytes: { project: MB, all: 10 * MB } }

let server: SingleServer
let redis: Redis

beforeAll(async () => {
  server = await startSingleRedis()
  redis = connectFailFast(server.url)
  await untilReady(redis)
})
beforeEach(async () => void (await redis.flushall()))
afterAll(async () => {
  redis.disconnect()
  await server[Symbol.asyncDispose]()
})

const key = (digest = 'one', projectId = 'prj_1'): LinkKey => ({ projectId, digest })
const open = (limits: Partial<LinkCacheLimits> = {}) => createLinkCache(redis, { ...ROOMY, ...limits })
type Cache = ReturnType<typeof open>

const wanted = (renderId: string, maxAgeMs = HOUR_MS, withData = false) => ({ renderId, maxAgeMs, withData })

/** Makes the result of a link, as a gateway does for a link that is not cached. */
async function make(
  cache: Cache,
  link: LinkKey,
  ttlMs = HOUR_MS,
  made: RenderOutcome = outcome,
): Promise<void> {
  const renderId = `render of ${link.digest}`.replaceAll(' ', '-')
  expect(await cache.find(link, wanted(renderId))).toEqual({ state: 'acquired' })
  await cache.store(link, renderId, made, ttlMs)
}

/** Returns the digests of a project's links that are cached. */
async function cached(cache: Cache, digests: string[], projectId?: string): Promise<string[]> {
  const found = await Promise.all(
    digests.map(async (digest) => {
      const { state } = await cache.find(key(digest, projectId), wanted('probe'))
      await cache.release(key(digest, projectId), 'probe')
      return state === 'stored' ? [digest] : []
    }),
  )
  return found.flat()
}

const large = (bytes: number): RenderOutcome => ({ ...outcome, warnings: ['x'.repeat(bytes)] })

describe('link cache', () => {
  test('finds a stored result, in every gateway, with its age and the time it has left', async () => {
    await make(open(), key())
    const found = await open().find(key(), wanted('other'))
    expect(found).toEqual({
      state: 'stored',
      result: { renderId: 'render-of-one', outcome, ageMs: expect.any(Number), leftMs: expect.any(Number) },
    })
    if (found.state !== 'stored') return
    expect(found.result.ageMs + found.result.leftMs).toBe(HOUR_MS)
  })

  test('keeps projects and links apart', async () => {
    await make(open(), key())
    expect(await open().find(key('one', 'prj_2'), wanted('a'))).toEqual({ state: 'acquired' })
    expect(await open().find(key('two'), wanted('b'))).toEqual({ state: 'acquired' })
  })

  test('reads the data of a result only when it is wanted', async () => {
    const made: RenderOutcome = { ...outcome, llm: { answer: 'yes' }, data: { cookies: [] } }
    await make(open(), key(), HOUR_MS, made)
    const withoutData = await open().find(key(), wanted('a'))
    expect(withoutData).toMatchObject({ result: { outcome } })
    expect(withoutData).not.toHaveProperty('result.outcome.llm')
    expect(await open().find(key(), wanted('a', HOUR_MS, true))).toMatchObject({ result: { outcome: made } })
  })

  test('does not find a result that is as old as is wanted, nor one that has expired', async () => {
    await make(open(), key(), 60)
    expect(await open().find(key(), wanted('a', 0))).toEqual({ state: 'acquired' })
    await open().release(key(), 'a')
    await until(async () => (await open().find(key(), wanted('b'))).state === 'acquired')
    expect(await redis.exists('link-result:prj_1:one')).toBe(0)
  })

  test('gives the lock to one of many simultaneous requests, and the others learn its render', async () => {
    const found = await Promise.all(
      Array.from({ length: 20 }, (_, at) => open().find(key(), wanted(`render-${at}`))),
    )
    expect(found.filter(({ state }) => state === 'acquired')).toHaveLength(1)
    const others = found.filter((each) => each.state === 'pending')
    expect(others).toHaveLength(19)
    expect(new Set(others.map(({ renderId }) => renderId)).size).toBe(1)
  })

  test('gives the lock again to a request whose first question was not answered', async () => {
    expect(await open().find(key(), wanted('a'))).toEqual({ state: 'acquired' })
    expect(await open().find(key(), wanted('a'))).toEqual({ state: 'acquired' })
  })

  // Fails when a lock is held only for a while, however long its render waits for a worker.
  test('keeps the lock of a render as long as somebody asks for its result', async () => {
    await open().find(key(), wanted('a'))
    await redis.pexpire('link-makers:prj_1:one', 10_000)
    expect(await open().find(key(), wanted('b'))).toMatchObject({ state: 'pending', renderId: 'a' })
    expect(await redis.pttl('link-makers:prj_1:one')).toBeGreaterThan(900_000)
  })

  test('gives the lock to another request after a release', async () => {
    await open().find(key(), wanted('a'))
    expect(await open().find(key(), wanted('b'))).toMatchObject({ state: 'pending', renderId: 'a' })
    await open().release(key(), 'a')
    expect(await open().find(key(), wanted('b'))).toEqual({ state: 'acquired' })
  })

  test('a render that acquires the lock on purpose replaces the result, and outdates those before it', async () => {
    const cache = open()
    await make(cache, key())
    for (const renderId of ['early', 'late']) await cache.acquire(key(), renderId)
    expect(await cache.find(key(), wanted('a', 0))).toMatchObject({ state: 'pending', renderId: 'late' })
    const idStored = async () => (await cache.find(key(), wanted('a'))) as { result: { renderId: string } }
    await cache.store(key(), 'late', outcome, HOUR_MS)
    expect(await idStored()).toMatchObject({ result: { renderId: 'late' } })
    await cache.store(key(), 'early', outcome, HOUR_MS)
    expect(await idStored()).toMatchObject({ result: { renderId: 'late' } })
  })

  test('each of several that acquire the lock on purpose is stored in turn', async () => {
    const cache = open()
    for (const renderId of ['early', 'late']) await cache.acquire(key(), renderId)
    for (const renderId of ['early', 'late']) {
      await cache.store(key(), renderId, outcome, HOUR_MS)
      expect(await cache.find(key(), wanted('a'))).toMatchObject({ result: { renderId } })
    }
  })

  test('removes a result once, and keeps what is being made from being stored', async () => {
    const cache = open()
    await make(cache, key())
    await cache.acquire(key(), 'late')
    expect(await cache.remove(key())).toEqual({ renderId: 'render-of-one', outcome })
    expect(await cache.remove(key())).toBeUndefined()
    await cache.store(key(), 'late', outcome, HOUR_MS)
    expect(await cached(cache, ['one'])).toEqual([])
  })

  test('discards the result of one render only', async () => {
    const cache = open()
    await make(cache, key())
    await cache.discard(key(), 'another')
    expect(await cached(cache, ['one'])).toEqual(['one'])
    await cache.discard(key(), 'render-of-one')
    expect(await cached(cache, ['one'])).toEqual([])
  })
})

describe('bounds of the link cache', () => {
  const digests = ['a', 'b', 'c', 'd', 'e']

  test('the oldest results of a project make room for new ones, however long they would last', async () => {
    const cache = open({ entries: 3 })
    await make(cache, key('other', 'prj_2'))
    for (const [at, digest] of digests.entries()) await make(cache, key(digest), HOUR_MS * (9 - at))
    expect(await cached(cache, digests)).toEqual(['c', 'd', 'e'])
    expect(await cached(cache, ['other'], 'prj_2')).toEqual(['other'])
  })

  test('a result that is stored again counts once', async () => {
    const cache = open({ entries: 2 })
    await make(cache, key('a'))
    for (const renderId of ['x', 'y', 'z']) {
      await cache.acquire(key('b'), renderId)
      await cache.store(key('b'), renderId, outcome, HOUR_MS)
    }
    expect(await cached(cache, digests)).toEqual(['a', 'b'])
  })

  test('bytes bound a project', async () => {
    const cache = open({ bytes: { project: 40_000, all: MB } })
    for (const digest of digests) await make(cache, key(digest), HOUR_MS, large(10_000))
    expect(await cached(cache, digests)).toEqual(['c', 'd', 'e'])
    await make(cache, key('huge'), HOUR_MS, large(50_000))
    expect(await cached(cache, [...digests, 'huge'])).toEqual(['c', 'd', 'e'])
  })

  test('bytes bound all projects, and the largest one makes room', async () => {
    const cache = open({ bytes: { project: MB, all: 40_000 } })
    await make(cache, key('small', 'prj_2'))
    for (const digest of digests) await make(cache, key(digest), HOUR_MS, large(10_000))
    expect(await cached(cache, digests)).toEqual(['c', 'd', 'e'])
    expect(await cached(cache, ['small'], 'prj_2')).toEqual(['small'])
  })

  test('expired, removed and replaced results take no place, and nothing is left of them', async () => {
    const cache = open({ entries: 3 })
    for (const digest of ['a', 'b']) await make(cache, key(digest), 1)
    await make(cache, key('c'))
    await cache.remove(key('c'))
    await until(async () => (await redis.keys('link-result:*')).length === 0)
    for (const digest of ['d', 'e', 'f']) await make(cache, key(digest))
    expect(await cached(cache, ['d', 'e', 'f'])).toEqual(['d', 'e', 'f'])
    for (const digest of ['d', 'e', 'f']) await cache.remove(key(digest))
    expect(await redis.keys('*')).toEqual(['link-bytes-all'])
    expect(await redis.get('link-bytes-all')).toBe('0')
  })

  test('counts at least the bytes that Redis needs', async () => {
    const used = async () => Number(/used_memory:(\d+)/.exec(await redis.info('memory'))![1])
    const cache = open()
    const before = await used()
    for (let at = 0; at < 200; at++) await make(cache, key(`digest-of-43-characters-as-real-ones-are-${at}`))
    expect(Number(await redis.get('link-bytes-all'))).toBeGreaterThan((await used()) - before)
  })
})
