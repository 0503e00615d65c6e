import type { LinkKey } from '@render/jobs'
import type { Account } from '@render/management-client'
import type { PublicOptions } from '@render/options'
import { LRUCache } from 'lru-cache'
import type { VerifiedLink } from '../intake/intake.ts'

/** The cache key and cache settings of a link. */
export interface LinkRequest {
  key: LinkKey
  /** Seconds for which its result is cached; 0 when it is neither looked for nor stored. */
  ttlSeconds: number
  /** Whether it is rendered in any case. */
  isForced: boolean
  /** Whether the answer contains all data of the result. */
  withData: boolean
  redirectAfterSeconds: number
  options: PublicOptions
}

/** Caches the `LinkRequest` of recent links, because computing it takes longer than the rest of a cached answer. */
export interface KnownLinks {
  /** Returns the request of a link; calls `read` unless it is cached for the same account. */
  recall(
    link: Pick<VerifiedLink, 'caller' | 'format' | 'query'>,
    read: () => Promise<LinkRequest>,
  ): Promise<LinkRequest>
}

/** Longer links are not remembered. */
const MAX_LENGTH = 2000

/** `maxEntries` bounds the links; the least recently used are forgotten first. */
export function createKnownLinks(maxEntries = 2000): KnownLinks {
  const known = new LRUCache<string, { account: Account; request: LinkRequest }>({ max: maxEntries })
  return {
    async recall({ caller: { keyHash, account }, format, query }, read) {
      // The query has no spaces, whatever the format in the path has.
      const name = `${keyHash} ${query} ${format}`
      const found = known.get(name)
      if (found?.account === account) return found.request
      const request = await read()
      if (name.length <= MAX_LENGTH) known.set(name, { account, request })
      return request
    },
  }
}
