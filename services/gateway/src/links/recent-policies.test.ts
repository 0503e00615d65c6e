import { beforeEach, describe, expect, test } from '@jest/globals'
import type { Account } from '@render/management-client'
import type { CachePolicy } from './link.ts'
import { createRecentPolicies } from './recent-policies.ts'

describe('recent cache policies', () => {
  const account = { organisationId: 'org_1' } as Account
  let reads: string[]
  let policies: ReturnType<typeof createRecentPolicies>

  beforeEach(() => {
    reads = []
    policies = createRecentPolicies(2)
  })

  const ask = (target: string, owner = account, format = 'png') =>
    policies.get(
      {
        caller: { keyHash: 'key', organisationId: 'org_1', projectId: 'project_1', account: owner },
        format,
        query: target,
      },
      async () => {
        reads.push(target)
        return { withData: true } as CachePolicy
      },
    )

  test('are told apart by their formats, which can be any text', async () => {
    await ask('url=a?b')
    await ask('b', account, 'png?url=a')
    await ask('b', account, 'url=a png')
    expect(reads).toEqual(['url=a?b', 'b', 'b'])
  })

  test('are read once', async () => {
    expect(await ask('a')).toBe(await ask('a'))
    expect(reads).toEqual(['a'])
  })

  test('are read again when anything about the account may have changed', async () => {
    await ask('a')
    await ask('a', { ...account })
    expect(reads).toEqual(['a', 'a'])
  })

  test('are bounded: the least recently used is forgotten, and a long one is not remembered', async () => {
    for (const target of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(target)
    expect(reads).toEqual(['a', 'b', 'c', 'b'])
    const long = 'x'.repeat(3000)
    for (const target of [long, long]) await ask(target)
    expect(reads.slice(4)).toEqual([long, long])
  })
})
