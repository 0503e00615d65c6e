import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { createAccountCache, type AccountCache } from './account-cache.ts'
import type { Account } from './types.ts'

const known: Account = { organisationId: 'org_1', project: null, user: null, plan: null, activeUntil: null }

describe('account cache', () => {
  let answer: () => Promise<Account | undefined>
  let asked: number
  let cache: AccountCache

  beforeEach(() => {
    jest.useFakeTimers()
    asked = 0
    answer = async () => known
    cache = createAccountCache({
      account() {
        asked++
        return answer()
      },
    })
  })

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

  test('an unknown key is asked for again only after a while', async () => {
    answer = async () => undefined
    await cache.account('x')
    await cache.account('x')
    expect(asked).toBe(1)
    answer = async () => known
    await jest.advanceTimersByTimeAsync(5000)
    expect(await cache.account('x')).toEqual(known)
  })
})
