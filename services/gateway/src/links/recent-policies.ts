import type { Account } from '@render/management-client'
import { LRUCache } from 'lru-cache'
import type { CachePolicy, VerifiedLink } from './link.ts'

/** The cache policies of recent links: computing one takes longer than the rest of a cached answer. */
export interface RecentPolicies {
  /** Returns the policy of a link; calls `compute` unless it is known for the same account. */
  get(
    link: Pick<VerifiedLink, 'caller' | 'format' | 'query'>,
    compute: () => Promise<CachePolicy>,
  ): Promise<CachePolicy>
}

/** Longer links are not remembered. */
const MAX_LENGTH = 2000

/** `maxEntries` bounds the links; the least recently used are forgotten first. */
export function createRecentPolicies(maxEntries = 2000): RecentPolicies {
  const known = new LRUCache<string, { account: Account; policy: CachePolicy }>({ max: maxEntries })
  return {
    async get({ caller: { keyHash, account }, format, query }, compute) {
      // The query has no spaces, whatever the format in the path has.
      const name = `${keyHash} ${query} ${format}`
      const found = known.get(name)
      if (found?.account === account) return found.policy
      const policy = await compute()
      if (name.length <= MAX_LENGTH) known.set(name, { account, policy })
      return policy
    },
  }
}
