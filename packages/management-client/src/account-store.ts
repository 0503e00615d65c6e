import { LRUCache } from 'lru-cache'
import type { ManagementClient } from './client.ts'
import type { Account } from './types.ts'

/** A cached account. */
export interface Entry {
  account: Account
  /** Time of the last request. */
  requestedAt: number
  /** Time of management's last answer. */
  confirmedAt: number
}

export interface AccountStore {
  known: Pick<LRUCache<string, Entry>, 'has' | 'peek' | 'rforEach'>
  /** Requests that have no answer yet, by key. */
  inFlight: ReadonlyMap<string, Promise<Account | undefined>>
  /** Requests an account and caches the answer; concurrent calls for one key make one request. */
  fetch(keyHash: string): Promise<Account | undefined>
  /** Notes that a known key is used. */
  touch(keyHash: string): void
  /** Removes keys that were not used for a while. */
  forgetUnused(): void
  /** Whether a key was found unknown some seconds ago. */
  isUnknown(keyHash: string): boolean
}

const FORGET_UNUSED_MS = 10 * 60_000
/** How long an unknown key is refused without a request. */
const UNKNOWN_TTL_MS = 5000

/** Creates a store of accounts. Unknown keys are stored separately, so that random ones evict no real key. */
export function createAccountStore(
  management: Pick<ManagementClient, 'account'>,
  { maxKnown, maxUnknown }: { maxKnown: number; maxUnknown: number },
): AccountStore {
  const known = new LRUCache<string, Entry>({
    max: maxKnown,
    ttl: FORGET_UNUSED_MS,
    updateAgeOnGet: true,
    perf: Date,
  })
  /** Time of the last request by key. */
  const unknown = new LRUCache<string, number>({ max: maxUnknown })
  const inFlight = new Map<string, Promise<Account | undefined>>()

  function put(keyHash: string, account: Account | undefined): void {
    const former = known.peek(keyHash)
    const now = Date.now()
    if (!account) {
      known.delete(keyHash)
      unknown.set(keyHash, now)
    } else if (former) Object.assign(former, { account, confirmedAt: now })
    else known.set(keyHash, { account, requestedAt: now, confirmedAt: now })
  }

  return {
    known,
    inFlight,
    fetch(keyHash) {
      const pending = inFlight.get(keyHash)
      if (pending) return pending
      const entry = known.peek(keyHash)
      if (entry) entry.requestedAt = Date.now()
      const request = management
        .account(keyHash)
        .then((account) => {
          put(keyHash, account)
          return account
        })
        .finally(() => inFlight.delete(keyHash))
      inFlight.set(keyHash, request)
      return request
    },
    touch(keyHash) {
      known.get(keyHash)
    },
    forgetUnused() {
      known.purgeStale()
    },
    isUnknown(keyHash) {
      const requestedAt = unknown.peek(keyHash)
      return requestedAt !== undefined && Date.now() - requestedAt < UNKNOWN_TTL_MS
    },
  }
}
