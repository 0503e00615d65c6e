import type { ManagementClient } from './client.ts'
import type { Account } from './types.ts'

/** A cached account. */
export interface Entry {
  account: Account
  usedAt: number
  /** Time of the last request. */
  requestedAt: number
  /** Time of management's last answer. */
  confirmedAt: number
}

export interface AccountStore {
  /** Least recently used first. */
  known: ReadonlyMap<string, Entry>
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
  const known = new Map<string, Entry>()
  /** Time of the last request by key. */
  const unknown = new Map<string, number>()
  const inFlight = new Map<string, Promise<Account | undefined>>()

  function put(keyHash: string, account: Account | undefined): void {
    const former = known.get(keyHash)
    const now = Date.now()
    if (!account) {
      known.delete(keyHash)
      putLast(unknown, keyHash, now, maxUnknown)
    } else if (former) Object.assign(former, { account, confirmedAt: now })
    else putLast(known, keyHash, { account, usedAt: now, requestedAt: now, confirmedAt: now }, maxKnown)
  }

  return {
    known,
    inFlight,
    fetch(keyHash) {
      const pending = inFlight.get(keyHash)
      if (pending) return pending
      const entry = known.get(keyHash)
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
      const entry = known.get(keyHash)!
      entry.usedAt = Date.now()
      putLast(known, keyHash, entry, maxKnown)
    },
    forgetUnused() {
      const now = Date.now()
      for (const [keyHash, { usedAt }] of known) if (now - usedAt > FORGET_UNUSED_MS) known.delete(keyHash)
    },
    isUnknown(keyHash) {
      const requestedAt = unknown.get(keyHash)
      return requestedAt !== undefined && Date.now() - requestedAt < UNKNOWN_TTL_MS
    },
  }
}

function putLast<T>(map: Map<string, T>, key: string, value: T, maxSize: number): void {
  map.delete(key)
  map.set(key, value)
  if (map.size > maxSize) map.delete(map.keys().next().value!)
}
