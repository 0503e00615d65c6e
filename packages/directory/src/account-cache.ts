import type { DirectoryClient } from './client.ts'
import type { Account } from './types.ts'

export interface AccountCache extends Disposable {
  /** Undefined for an unknown key; throws `ServiceUnavailable` for a key not in the cache while management is away. */
  account(keyHash: string): Promise<Account | undefined>
  /** Asks management anew about the keys of an organisation that are known, or of all with null, because they have changed. */
  refresh(organisationId: string | null): Promise<void>
}

interface Known {
  account: Account
  usedAt: number
  /** When management last said so. */
  confirmedAt: number
}

interface CacheSettings {
  mostKnown?: number
  mostUnknown?: number
  /** How long a key is believed in that management does not confirm any more, because it is away. */
  trustMs?: number
}

/** What changes is seen within five seconds, the answer included. */
const REFRESH_MS = 4000
/** A refresh asks for so many keys at once. */
const REFRESHED_AT_ONCE = 16
const FORGET_UNUSED_MS = 10 * 60_000
const TRUST_MS = 60 * 60_000
/** Who repeats one unknown key within this time is answered from here; every other one is asked for. */
const UNKNOWN_FRESH_MS = 5000

/**
 * Keys in use are refreshed in the background, so a change is seen within seconds, and known keys go on working while
 * management is away, for an hour. Unknown keys are kept apart, so that made-up ones push no real one out.
 */
export function createAccountCache(
  directory: Pick<DirectoryClient, 'account'>,
  { mostKnown = 100_000, mostUnknown = 10_000, trustMs = TRUST_MS }: CacheSettings = {},
): AccountCache {
  /** The one not used for longest comes first. */
  const known = new Map<string, Known>()
  /** When each was asked for. */
  const unknown = new Map<string, number>()
  const underWay = new Map<string, Promise<Account | undefined>>()
  let refreshing: Promise<void> | undefined
  // A round that takes longer, because management hangs, is not joined by another.
  const timer = setInterval(() => {
    refreshing ??= refreshAll().finally(() => (refreshing = undefined))
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
    } else if (former) Object.assign(former, { account, confirmedAt: Date.now() })
    else putLast(known, keyHash, { account, usedAt: Date.now(), confirmedAt: Date.now() }, mostKnown)
  }

  function refreshAll(): Promise<void> {
    const now = Date.now()
    for (const [keyHash, { usedAt }] of known) if (now - usedAt > FORGET_UNUSED_MS) known.delete(keyHash)
    return refreshThese([...known.keys()].values())
  }

  async function refreshThese(waiting: IteratorObject<string>): Promise<void> {
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
      if (entry && now - entry.confirmedAt <= trustMs) {
        entry.usedAt = now
        putLast(known, keyHash, entry, mostKnown)
        return entry.account
      }
      const askedAt = unknown.get(keyHash)
      if (askedAt !== undefined && now - askedAt < UNKNOWN_FRESH_MS) return undefined
      return fetchAccount(keyHash)
    },
    async refresh(organisationId) {
      const changed = [...known].flatMap(([keyHash, { account }]) =>
        organisationId === null || account.organisationId === organisationId ? [keyHash] : [],
      )
      // What was asked before the change may be answered as it was then.
      await Promise.allSettled(changed.flatMap((keyHash) => underWay.get(keyHash) ?? []))
      await refreshThese(changed.values())
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
