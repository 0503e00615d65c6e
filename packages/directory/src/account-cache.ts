import type { DirectoryClient } from './client.ts'
import type { Account } from './types.ts'

export interface AccountCache extends Disposable {
  /** Undefined for an unknown key; throws `ServiceUnavailable` for a key not in the cache while management is away. */
  account(keyHash: string): Promise<Account | undefined>
}

interface Known {
  account: Account
  usedAt: number
}

interface CacheSettings {
  mostKnown?: number
  mostUnknown?: number
}

const REFRESH_MS = 5000
/** A refresh asks for so many keys at once. */
const REFRESHED_AT_ONCE = 16
const FORGET_UNUSED_MS = 10 * 60_000
/** Who repeats one unknown key within this time is answered from here; every other one is asked for. */
const UNKNOWN_FRESH_MS = 5000

/**
 * Keys in use are refreshed in the background, so a change is seen within seconds, and known keys go on working while
 * management is away. Unknown keys are kept apart, so that made-up ones push no real one out.
 */
export function createAccountCache(
  directory: Pick<DirectoryClient, 'account'>,
  { mostKnown = 100_000, mostUnknown = 10_000 }: CacheSettings = {},
): AccountCache {
  /** The one not used for longest comes first. */
  const known = new Map<string, Known>()
  /** When each was asked for. */
  const unknown = new Map<string, number>()
  const underWay = new Map<string, Promise<Account | undefined>>()
  let refreshing: Promise<void> | undefined
  // A round that takes longer, because management hangs, is not joined by another.
  const timer = setInterval(() => {
    refreshing ??= refresh().finally(() => (refreshing = undefined))
  }, REFRESH_MS)
  timer.unref()

  function fetchAccount(keyHash: string): Promise<Account | undefined> {
    const shared = underWay.get(keyHash)
    if (shared) return shared
    const fetching = directory
      .account(keyHash)
      .then((account) => {
        keep(keyHash, account)
        return account
      })
      .finally(() => underWay.delete(keyHash))
    underWay.set(keyHash, fetching)
    return fetching
  }

  function keep(keyHash: string, account: Account | undefined): void {
    const former = known.get(keyHash)
    if (!account) {
      known.delete(keyHash)
      putLast(unknown, keyHash, Date.now(), mostUnknown)
    } else if (former) former.account = account
    else putLast(known, keyHash, { account, usedAt: Date.now() }, mostKnown)
  }

  async function refresh(): Promise<void> {
    const now = Date.now()
    for (const [keyHash, { usedAt }] of known) if (now - usedAt > FORGET_UNUSED_MS) known.delete(keyHash)
    const waiting = [...known.keys()].values()
    await Promise.all(Array.from({ length: REFRESHED_AT_ONCE }, () => refreshNext(waiting)))
  }

  /** Stops at a failure: while management is away a round must not go on for hours. */
  async function refreshNext(waiting: Iterable<string>): Promise<void> {
    try {
      for (const keyHash of waiting) await fetchAccount(keyHash)
    } catch {
      // What is known stays; the next round tries again.
    }
  }

  return {
    async account(keyHash) {
      const now = Date.now()
      const entry = known.get(keyHash)
      if (entry) {
        entry.usedAt = now
        putLast(known, keyHash, entry, mostKnown)
        return entry.account
      }
      const askedAt = unknown.get(keyHash)
      if (askedAt !== undefined && now - askedAt < UNKNOWN_FRESH_MS) return undefined
      return fetchAccount(keyHash)
    },
    [Symbol.dispose]() {
      clearInterval(timer)
    },
  }
}

function putLast<T>(map: Map<string, T>, key: string, value: T, most: number): void {
  map.delete(key)
  map.set(key, value)
  if (map.size > most) map.delete(map.keys().next().value!)
}
