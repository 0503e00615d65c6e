import type { LinkKey } from '@render/jobs'
import type { Account } from '@render/management-client'
import type { PublicOptions } from '@render/options'
import type { VerifiedLink } from '../intake/intake.ts'

/** What a link asks of the cache. */
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

/** Remembers what links ask of the cache: to find it out takes longer than all the rest of a cached answer. */
export interface KnownLinks {
  /** Returns what a link asks; calls `read` unless the link is known and its account is the same as then. */
  recall(
    link: Pick<VerifiedLink, 'caller' | 'format' | 'query'>,
    read: () => Promise<LinkRequest>,
  ): Promise<LinkRequest>
}

/** Longer links are not remembered. */
const MAX_LENGTH = 2000

/** `most` bounds the links; the least recently used are forgotten first. */
export function createKnownLinks(most = 2000): KnownLinks {
  const known = new Map<string, { account: Account; request: LinkRequest }>()
  return {
    async recall({ caller: { keyHash, account }, format, query }, read) {
      // The query has no spaces, whatever the format in the path has.
      const name = `${keyHash} ${query} ${format}`
      const found = known.get(name)
      known.delete(name)
      const request = found?.account === account ? found.request : await read()
      if (name.length <= MAX_LENGTH) known.set(name, { account, request })
      if (known.size > most) known.delete(known.keys().next().value!)
      return request
    },
  }
}
