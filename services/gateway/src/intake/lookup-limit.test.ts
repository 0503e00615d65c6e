import { describe, expect, test } from '@jest/globals'
import { setImmediate } from 'node:timers/promises'
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
    const second = limit.run('a', unknown)
    resolve(undefined)
    await first
    await expect(second).rejects.toMatchObject(refusal)
    const failing = createLookupLimit(1, () => 0)
    for (let times = 0; times < 2; times++)
      await expect(failing.run('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  })

  // Fails when lookups under way count as unknown.
  test('refuses no id that exists, however many are looked up at once', async () => {
    const limit = createLookupLimit(3, () => 0)
    const later = async () => {
      await setImmediate()
      return 'found'
    }
    const answers = await Promise.all(Array.from({ length: 100 }, () => limit.run('a', later)))
    expect(answers).toEqual(Array.from({ length: 100 }, () => 'found'))
  })

  // Fails when only lookups that have ended count.
  test('looks up no more unknown ids than are left, however many come at once', async () => {
    const limit = createLookupLimit(3, () => 0)
    let made = 0
    const later = async () => {
      made += 1
      await setImmediate()
      return undefined
    }
    const asked = await Promise.allSettled(Array.from({ length: 100 }, () => limit.run('a', later)))
    expect(asked.filter(({ status }) => status === 'rejected')).toHaveLength(97)
    expect(made).toBe(3)
    await expect(limit.run('a', found)).rejects.toMatchObject(refusal)
    expect(await limit.run('b', found)).toBe('found')
  })

  test('is none with 0', async () => {
    const limit = createLookupLimit(0)
    for (let times = 0; times < 1000; times++) await limit.run('a', unknown)
  })
})
