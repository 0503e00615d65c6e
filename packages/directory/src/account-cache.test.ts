import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { createAccountCache, type AccountCache } from './account-cache.ts'
import type { Account } from './types.ts'

const known: Account = { organisationId: 'org_1', project: null, user: null, plan: null, activeUntil: null }

describe('account cache', () => {
  let answer: (keyHash: string) => Promise<Account | undefined>
  let asked: number
  let cache: AccountCache

  beforeEach(() => {
    jest.useFakeTimers()
    asked = 0
    answer = async () => known
    cache = create()
  })

  function create(limits = {}): AccountCache {
    const directory = {
      account(keyHash: string) {
        asked++
        return answer(keyHash)
      },
    }
    return createAccountCache(directory, limits)
  }

  afterEach(() => {
    cache[Symbol.dispose]()
    jest.useRealTimers()
  })

  test('asks once for many requests with one key', async () => {
    const all = await Promise.all([cache.account('a'), cache.account('a'), cache.account('a')])
    expect(all).toEqual([known, known, known])
    await cache.account('a')
    expect(asked).toBe(1)
  })

  test('sees a change within five seconds', async () => {
    await cache.account('a')
    answer = async () => ({ ...known, organisationId: 'org_2' })
    await jest.advanceTimersByTimeAsync(5000)
    expect((await cache.account('a'))?.organisationId).toBe('org_2')
  })

  test('a revoked key is unknown after the next refresh', async () => {
    await cache.account('a')
    answer = async () => undefined
    await jest.advanceTimersByTimeAsync(5000)
    expect(await cache.account('a')).toBeUndefined()
  })

  test('known keys work while management is away, unknown ones fail', async () => {
    await cache.account('a')
    answer = async () => Promise.reject(new Error('away'))
    await jest.advanceTimersByTimeAsync(60_000)
    expect(await cache.account('a')).toEqual(known)
    await expect(cache.account('b')).rejects.toThrow('away')
  })

  test('known keys work for an hour while management is away, and not until it is back from then on', async () => {
    await cache.account('a')
    answer = async () => Promise.reject(new Error('away'))
    for (let minute = 0; minute < 60; minute++) {
      await jest.advanceTimersByTimeAsync(60_000)
      expect(await cache.account('a')).toEqual(known)
    }
    await jest.advanceTimersByTimeAsync(1)
    await expect(cache.account('a')).rejects.toThrow('away')
    answer = async () => undefined
    expect(await cache.account('a')).toBeUndefined()
    answer = async () => Promise.reject(new Error('away'))
    await jest.advanceTimersByTimeAsync(60_000)
    await expect(cache.account('a')).rejects.toThrow('away')
  })

  describe('that hears of a change', () => {
    beforeEach(async () => {
      answer = async (key) => ({ ...known, organisationId: `org_${key}` })
      for (const key of ['a', 'b']) await cache.account(key)
      asked = 0
      answer = async () => undefined
    })

    test('asks about the keys of the organisation, and no others', async () => {
      await cache.refresh('org_a')
      expect([await cache.account('a'), (await cache.account('b'))?.organisationId]).toEqual([
        undefined,
        'org_b',
      ])
      expect(asked).toBe(1)
    })

    test('asks about all keys', async () => {
      await cache.refresh(null)
      expect([await cache.account('a'), await cache.account('b')]).toEqual([undefined, undefined])
    })

    // Fails when it takes the answer to what was asked before.
    test('asks again while an answer is under way that may be older', async () => {
      const { promise, resolve } = Promise.withResolvers<Account>()
      answer = () => promise
      await jest.advanceTimersByTimeAsync(5000)
      answer = async () => undefined
      const refreshed = cache.refresh('org_a')
      resolve(known)
      await refreshed
      expect(await cache.account('a')).toBeUndefined()
    })
  })

  test('an unknown key is asked for again only after a while', async () => {
    answer = async () => undefined
    await cache.account('x')
    await cache.account('x')
    expect(asked).toBe(1)
    answer = async () => known
    await jest.advanceTimersByTimeAsync(5000)
    expect(await cache.account('x')).toEqual(known)
  })

  test('keys that nobody uses are forgotten', async () => {
    await cache.account('a')
    await jest.advanceTimersByTimeAsync(11 * 60_000)
    const before = asked
    await jest.advanceTimersByTimeAsync(60_000)
    expect(asked).toBe(before)
  })

  describe('a refresh', () => {
    const keys = Array.from({ length: 100 }, (_, i) => `key ${i}`)

    beforeEach(async () => {
      for (const key of keys) await cache.account(key)
      asked = 0
    })

    test('asks for several keys at once, but not for all', async () => {
      let now = 0
      let most = 0
      answer = async () => {
        most = Math.max(most, ++now)
        await new Promise((resolve) => setTimeout(resolve, 10))
        now--
        return known
      }
      await jest.advanceTimersByTimeAsync(5000 + 100)
      expect([asked, most]).toEqual([keys.length, 16])
    })

    test('is one at a time, however long management hangs', async () => {
      const { promise, resolve } = Promise.withResolvers<Account>()
      answer = () => promise
      await jest.advanceTimersByTimeAsync(10 * 5000)
      expect(asked).toBe(16)
      resolve({ ...known, organisationId: 'org_2' })
      await jest.advanceTimersByTimeAsync(0)
      expect(asked).toBe(keys.length)
      expect((await cache.account('key 99'))?.organisationId).toBe('org_2')
    })

    test('ends early while management is away', async () => {
      answer = async () => Promise.reject(new Error('away'))
      await jest.advanceTimersByTimeAsync(2 * 5000)
      expect(asked).toBe(2 * 16)
    })

    test('reaches every other key although one cannot be had', async () => {
      answer = async (key) => {
        if (key === 'key 0') throw new Error('poison')
        return { ...known, organisationId: 'org_2' }
      }
      await jest.advanceTimersByTimeAsync(5000)
      const changed = await Promise.all(keys.map(async (key) => (await cache.account(key))?.organisationId))
      expect(changed).toEqual(['org_1', ...keys.slice(1).map(() => 'org_2')])
    })
  })

  describe('is bounded', () => {
    const isCached = async (small: AccountCache, key: string) => {
      const before = asked
      await small.account(key)
      return asked === before
    }

    test('and forgets the key not used for longest first', async () => {
      using small = create({ mostKnown: 2 })
      for (const key of ['a', 'b', 'a', 'c']) await small.account(key)
      expect([await isCached(small, 'a'), await isCached(small, 'b')]).toEqual([true, false])
    })

    test('apart from made-up keys, which push no real one out', async () => {
      using small = create({ mostKnown: 2, mostUnknown: 3 })
      await small.account('real')
      answer = async () => undefined
      for (const key of ['1', '2', '3', '4']) await small.account(key)
      expect(await isCached(small, 'real')).toBe(true)
      expect([await isCached(small, '4'), await isCached(small, '1')]).toEqual([true, false])
    })
  })
})
