import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { createAccountCache, type AccountCache } from './account-cache.ts'
import type { Account } from './types.ts'

/** How often the cache asks for changes. */
const POLL_MS = 3500

const known: Account = { organisationId: 'org_1', project: null, user: null, plan: null, activeUntil: null }

describe('account cache', () => {
  let answer: (keyHash: string) => Promise<Account | undefined>
  let requests: number
  /** Organisations that changed since the last poll; undefined when management has an older version. */
  let changes: () => Promise<string[] | null | undefined>
  let polls: (string | undefined)[]
  let stored: string[]
  let storing: () => Promise<void>
  let cache: AccountCache

  beforeEach(() => {
    jest.useFakeTimers()
    requests = 0
    polls = []
    stored = []
    storing = async () => {}
    answer = async () => known
    changes = async () => []
    cache = create()
  })

  function create(limits = {}): AccountCache {
    const management = {
      account(keyHash: string) {
        requests++
        return answer(keyHash)
      },
      storeSecretKey(key: string) {
        stored.push(key)
        return storing()
      },
      async accountChanges(since: string | undefined) {
        polls.push(since)
        const organisations = await changes()
        return organisations === undefined ? undefined : { cursor: `cursor ${polls.length}`, organisations }
      },
    }
    return createAccountCache(management, limits)
  }

  afterEach(() => {
    cache[Symbol.dispose]()
    jest.useRealTimers()
  })

  test('sends one request for concurrent lookups of one key', async () => {
    const all = await Promise.all([cache.account('a'), cache.account('a'), cache.account('a')])
    expect(all).toEqual([known, known, known])
    await cache.account('a')
    expect(requests).toBe(1)
  })

  test('gives management a key once, and again after a failure', async () => {
    storing = async () => Promise.reject(new Error('away'))
    cache.store('sk_1', 'a')
    await jest.advanceTimersByTimeAsync(0)
    storing = async () => {}
    for (let times = 0; times < 3; times++) cache.store('sk_1', 'a')
    expect(stored).toEqual(['sk_1', 'sk_1'])
  })

  test.each([['org_1'], null, undefined])(
    'sees a change within five seconds, when %j changed',
    async (changed) => {
      await cache.account('a')
      answer = async () => ({ ...known, organisationId: 'org_2' })
      changes = async () => changed
      await jest.advanceTimersByTimeAsync(5000)
      expect((await cache.account('a'))?.organisationId).toBe('org_2')
    },
  )

  test('asks for the changes since the last answer', async () => {
    await jest.advanceTimersByTimeAsync(2 * POLL_MS)
    changes = async () => Promise.reject(new Error('away'))
    await jest.advanceTimersByTimeAsync(2 * POLL_MS)
    expect(polls).toEqual([undefined, 'cursor 1', 'cursor 2', 'cursor 2'])
  })

  test('requests no key again that has not changed', async () => {
    for (let at = 0; at < 100; at++) await cache.account(`key ${at}`)
    requests = 0
    changes = async () => ['org_2']
    await jest.advanceTimersByTimeAsync(60_000)
    expect(requests).toBe(0)
  })

  test('a revoked key is unknown after the next refresh', async () => {
    await cache.account('a')
    answer = async () => undefined
    changes = async () => ['org_1']
    await jest.advanceTimersByTimeAsync(5000)
    expect(await cache.account('a')).toBeUndefined()
  })

  test('repeats a refresh that failed, although the change is not reported again', async () => {
    await cache.account('a')
    answer = async () => Promise.reject(new Error('away'))
    changes = async () => ['org_1']
    await jest.advanceTimersByTimeAsync(POLL_MS)
    answer = async () => undefined
    changes = async () => []
    await jest.advanceTimersByTimeAsync(POLL_MS)
    expect(await cache.account('a')).toBeUndefined()
  })

  test('repeats the first request for a key during which something changed', async () => {
    const { promise, resolve } = Promise.withResolvers<Account>()
    answer = () => promise
    const first = cache.account('a')
    changes = async () => ['org_1']
    await jest.advanceTimersByTimeAsync(POLL_MS)
    answer = async () => undefined
    resolve(known)
    expect(await first).toEqual(known)
    await jest.advanceTimersByTimeAsync(0)
    expect(await cache.account('a')).toBeUndefined()
  })

  test('known keys work while management is unavailable, unknown ones fail', async () => {
    await cache.account('a')
    answer = async () => Promise.reject(new Error('away'))
    changes = async () => Promise.reject(new Error('away'))
    await jest.advanceTimersByTimeAsync(60_000)
    expect(await cache.account('a')).toEqual(known)
    await expect(cache.account('b')).rejects.toThrow('away')
  })

  test('known keys work for an hour while management is unavailable, then not until it is back', async () => {
    await cache.account('a')
    await jest.advanceTimersByTimeAsync(POLL_MS)
    answer = async () => Promise.reject(new Error('away'))
    changes = async () => Promise.reject(new Error('away'))
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

  describe('usage', () => {
    const usage = { renders: 1, from: '1970-01-01T00:00:00Z', until: '9999-01-01T00:00:00Z' }

    beforeEach(async () => {
      await cache.account('a')
      answer = async () => ({ ...known, usage })
    })

    test('is a few seconds old at most where it is asked for', async () => {
      expect((await cache.accountWithUsage('a'))?.usage).toBeUndefined()
      await jest.advanceTimersByTimeAsync(5000)
      expect((await cache.accountWithUsage('a'))?.usage).toEqual(usage)
      answer = async () => Promise.reject(new Error('away'))
      await jest.advanceTimersByTimeAsync(5000)
      expect((await cache.accountWithUsage('a'))?.usage).toEqual(usage)
    })

    test('is about a minute old at most for a key in use, which waits for no request', async () => {
      await jest.advanceTimersByTimeAsync(60_001)
      expect((await cache.account('a'))?.usage).toBeUndefined()
      await jest.advanceTimersByTimeAsync(0)
      expect((await cache.account('a'))?.usage).toEqual(usage)
    })

    test('of a period that has ended is requested again within seconds', async () => {
      answer = async () => ({
        ...known,
        usage: { ...usage, until: new Date(Date.now() + 6000).toISOString() },
      })
      await cache.refresh(null)
      answer = async () => ({ ...known, usage })
      await jest.advanceTimersByTimeAsync(6000)
      await cache.account('a')
      await jest.advanceTimersByTimeAsync(0)
      expect((await cache.account('a'))?.usage).toEqual(usage)
    })
  })

  describe('that is notified of a change', () => {
    beforeEach(async () => {
      answer = async (key) => ({ ...known, organisationId: `org_${key}` })
      for (const key of ['a', 'b']) await cache.account(key)
      requests = 0
      answer = async () => undefined
    })

    test('refreshes the keys of the organisation only', async () => {
      await cache.refresh('org_a')
      expect([await cache.account('a'), (await cache.account('b'))?.organisationId]).toEqual([
        undefined,
        'org_b',
      ])
      expect(requests).toBe(1)
    })

    test('refreshes all keys', async () => {
      await cache.refresh(null)
      expect([await cache.account('a'), await cache.account('b')]).toEqual([undefined, undefined])
    })

    // Fails when the answer to an earlier request is used.
    test('repeats a request that began before the change', async () => {
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

  test('an unknown key is requested again only after some seconds', async () => {
    answer = async () => undefined
    await cache.account('x')
    await cache.account('x')
    expect(requests).toBe(1)
    answer = async () => known
    await jest.advanceTimersByTimeAsync(5000)
    expect(await cache.account('x')).toEqual(known)
  })

  test('unused keys are removed', async () => {
    await cache.account('a')
    await jest.advanceTimersByTimeAsync(11 * 60_000)
    const before = requests
    changes = async () => ['org_1']
    await jest.advanceTimersByTimeAsync(60_000)
    expect(requests).toBe(before)
  })

  describe('a refresh', () => {
    const keys = Array.from({ length: 100 }, (_, i) => `key ${i}`)

    beforeEach(async () => {
      for (const key of keys) await cache.account(key)
      requests = 0
      changes = async () => (requests === 0 ? null : [])
    })

    test('requests several keys at once, but not all', async () => {
      let now = 0
      let most = 0
      answer = async () => {
        most = Math.max(most, ++now)
        await new Promise((resolve) => setTimeout(resolve, 10))
        now--
        return known
      }
      await jest.advanceTimersByTimeAsync(POLL_MS + 100)
      expect([requests, most]).toEqual([keys.length, 16])
    })

    test('does not overlap another while management hangs', async () => {
      const { promise, resolve } = Promise.withResolvers<Account>()
      answer = () => promise
      await jest.advanceTimersByTimeAsync(10 * 5000)
      expect(requests).toBe(16)
      resolve({ ...known, organisationId: 'org_2' })
      await jest.advanceTimersByTimeAsync(0)
      expect(requests).toBe(keys.length)
      expect((await cache.account('key 99'))?.organisationId).toBe('org_2')
    })

    test('ends early while management is unavailable', async () => {
      answer = async () => Promise.reject(new Error('away'))
      await jest.advanceTimersByTimeAsync(2 * POLL_MS)
      expect(requests).toBe(2 * 16)
    })

    test('refreshes all other keys although one fails', async () => {
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
      const before = requests
      await small.account(key)
      return requests === before
    }

    test('and removes the least recently used key first', async () => {
      using small = create({ maxKnown: 2 })
      for (const key of ['a', 'b', 'a', 'c']) await small.account(key)
      expect([await isCached(small, 'a'), await isCached(small, 'b')]).toEqual([true, false])
    })

    test('and random keys evict no real one', async () => {
      using small = create({ maxKnown: 2, maxUnknown: 3 })
      await small.account('real')
      answer = async () => undefined
      for (const key of ['1', '2', '3', '4']) await small.account(key)
      expect(await isCached(small, 'real')).toBe(true)
      expect([await isCached(small, '4'), await isCached(small, '1')]).toEqual([true, false])
    })
  })
})
