import { describe, expect, test } from '@jest/globals'
import { createQuestionLimit } from './question-limit.ts'

const unknown = async () => undefined
const found = async () => 'found'
const refusal = { code: 'RateLimitExceededError' }

describe('the limit of questions', () => {
  test('counts those without an answer, for each client', async () => {
    let now = 0
    const limit = createQuestionLimit(2, () => now)
    for (let times = 0; times < 5; times++) expect(await limit.ask('a', found)).toBe('found')
    for (let times = 0; times < 2; times++) expect(await limit.ask('a', unknown)).toBeUndefined()
    await expect(limit.ask('a', found)).rejects.toMatchObject({ ...refusal, retryAfterSeconds: 30 })
    expect(await limit.ask('b', found)).toBe('found')
    now += 30_000
    expect(await limit.ask('a', unknown)).toBeUndefined()
    await expect(limit.ask('a', unknown)).rejects.toMatchObject(refusal)
  })

  test('counts questions under way, and not those that failed', async () => {
    const limit = createQuestionLimit(1, () => 0)
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const first = limit.ask('a', () => promise)
    await expect(limit.ask('a', unknown)).rejects.toMatchObject(refusal)
    resolve(undefined)
    await first
    const failing = createQuestionLimit(1, () => 0)
    for (let times = 0; times < 2; times++)
      await expect(failing.ask('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  })

  test('is none with 0', async () => {
    const limit = createQuestionLimit(0)
    for (let times = 0; times < 1000; times++) await limit.ask('a', unknown)
  })
})
