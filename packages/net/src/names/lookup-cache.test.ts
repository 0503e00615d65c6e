import { describe, expect, test } from '@jest/globals'
import { cacheLookups, type Found, type LookupCacheSettings } from './lookup-cache.ts'

describe('cacheLookups', () => {
  test('shares one query among concurrent lookups', async () => {
    const { lookUp, queries } = setUp(async () => ({ value: 'a', ttlMs: 0 }))
    expect(await Promise.all([lookUp('x'), lookUp('x'), lookUp('x')])).toEqual(['a', 'a', 'a'])
    expect(queries).toEqual(['x'])
  })

  test('keeps an answer for its lifetime only', async () => {
    const { lookUp, queries, clock } = setUp(async () => ({ value: 'a', ttlMs: 1000 }))
    await lookUp('x')
    clock.ms = 999
    await lookUp('x')
    expect(queries).toHaveLength(1)
    clock.ms = 1000
    await lookUp('x')
    expect(queries).toHaveLength(2)
  })

  test('does not keep an answer without lifetime', async () => {
    const { lookUp, queries } = setUp(async () => ({ value: 'a', ttlMs: 0 }))
    await lookUp('x')
    await lookUp('x')
    expect(queries).toHaveLength(2)
  })

  test('keeps no answer for longer than 30 s', async () => {
    const { lookUp, queries, clock } = setUp(async () => ({ value: 'a', ttlMs: 86_400_000 }))
    await lookUp('x')
    clock.ms = 30_000
    await lookUp('x')
    expect(queries).toHaveLength(2)
  })

  test('keeps a failure for 5 s', async () => {
    const { lookUp, queries, clock } = setUp(() => Promise.reject(new Error('none')))
    await expect(lookUp('x')).rejects.toThrow('none')
    clock.ms = 4_999
    await expect(lookUp('x')).rejects.toThrow('none')
    expect(queries).toHaveLength(1)
    clock.ms = 5_000
    await expect(lookUp('x')).rejects.toThrow('none')
    expect(queries).toHaveLength(2)
  })

  test('removes the least recently used entry when full', async () => {
    const { lookUp, queries } = setUp(async () => ({ value: 'a', ttlMs: 1000 }), { maxEntries: 2 })
    for (const key of ['x', 'y', 'x', 'z', 'x', 'y']) {
      await lookUp(key)
    }
    expect(queries).toEqual(['x', 'y', 'z', 'y'])
  })
})

function setUp(answer: () => Promise<Found<string>>, settings: LookupCacheSettings = {}) {
  const clock = { ms: 0 }
  const queries: string[] = []
  const lookUp = cacheLookups(
    (key) => {
      queries.push(key)
      return answer()
    },
    { now: () => clock.ms, ...settings },
  )
  return { lookUp, queries, clock }
}
