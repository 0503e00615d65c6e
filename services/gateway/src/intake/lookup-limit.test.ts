import { describe, expect, test } from '@jest/globals'
import { createLookupLimit } from './lookup-limit.ts'

const unknown = async () => undefined
const found = async () => 'found'
const refusal = { code: 'RateLimitExceededError' }

describe('the limit of lookups', () => {
  test('counts those without an answer, for each client', async () => {
    let now = 0
    const limit = createLookupLimit(2, () => now)
    for (let times = 0; times < 5; times++) expect(await limit.run('a', found)).toBe('found')
    for (let times = 0; times < 2; times++) expect(await limit.run('a', unknown)).toBeUndefined()
    await expect(limit.run('a', found)).rejects.toMatchObject({ ...refusal, retryAfterSeconds: 30 })
    expect(await limit.run('b', found)).toBe('found')
    now += 30_000
    expect(await limit.run('a', unknown)).toBeUndefined()
    await expect(limit.run('a', unknown)).rejects.toMatchObject(refusal)
  })

  test('counts lookups under way, and not those that failed', async () => {
    const limit = createLookupLimit(1, () => 0)
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const first = limit.run('a', () => promise)
    await expect(limit.run('a', unknown)).rejects.toMatchObject(refusal)
    resolve(undefined)
    await first
    const failing = createLookupLimit(1, () => 0)
    for (let times = 0; times < 2; times++)
      await expect(failing.run('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  })

  test('is none with 0', async () => {
    const limit = createLookupLimit(0)
    for (let times = 0; times < 1000; times++) await limit.run('a', unknown)
  })
})
