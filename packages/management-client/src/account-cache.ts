import type { ManagementClient } from './client.ts'
import type { Account } from './types.ts'

export interface AccountCache extends Disposable {
  /**
   * Returns undefined for an unknown key.
   * @throws {RenderError} `ServiceUnavailable` for a key that is not cached while management is unavailable.
   */
  account(keyHash: string): Promise<Account | undefined>
  /** Refreshes the cached keys of an organisation that has changed, or all of them with null. */
  refresh(organisationId: string | null): Promise<void>
}

interface Entry {
  account: Account
  usedAt: number
  /** Time of management's last answer. */
  confirmedAt: number
}

interface CacheSettings {
  maxKnown?: number
  maxUnknown?: number
  /** How long a cached key stays valid while management is unavailable. */
  trustMs?: number
}

/** Short enough to apply a change within five seconds, including the request. */
const REFRESH_MS = 4000
/** Concurrent requests of one refresh. */
const REFRESH_CONCURRENCY = 16
const FORGET_UNUSED_MS = 10 * 60_000
const TRUST_MS = 60 * 60_000
/** How long an unknown key is refused without a request. */
const UNKNOWN_TTL_MS = 5000

/**
 * Caches accounts. Keys in use are refreshed in the background, so a change applies within seconds, and they stay valid for
 * an hour while management is unavailable. Unknown keys are cached separately, so that random ones evict no real key.
 */
export function createAccountCache(
  management: Pick<ManagementClient, 'account'>,
  { maxKnown = 100_000, maxUnknown = 10_000, trustMs = TRUST_MS }: CacheSettings = {},
): AccountCache {
  /** Least recently used first. */
  const known = new Map<string, Entry>()
  /** Time of the last request by key. */
  const unknown = new Map<string, number>()
  const inFlight = new Map<string, Promise<Account | undefined>>()
  let refreshing: Promise<void> | undefined
  // A refresh that takes longer, because management hangs, is not overlapped by another.
  const timer = setInterval(() => {
    refreshing ??= refreshAll().finally(() => (refreshing = undefined))
  }, REFRESH_MS)
  timer.unref()

  function fetchAccount(keyHash: string): Promise<Account | undefined> {
    const pending = inFlight.get(keyHash)
    if (pending) return pending
    const request = management
      .account(keyHash)
      .then((account) => {
        store(keyHash, account)
        return account
      })
      .finally(() => inFlight.delete(keyHash))
    inFlight.set(keyHash, request)
    return request
  }

  function store(keyHash: string, account: Account | undefined): void {
    const former = known.get(keyHash)
    if (!account) {
      known.delete(keyHash)
      putLast(unknown, keyHash, Date.now(), maxUnknown)
    } else if (former) Object.assign(former, { account, confirmedAt: Date.now() })
    else putLast(known, keyHash, { account, usedAt: Date.now(), confirmedAt: Date.now() }, maxKnown)
  }

  function refreshAll(): Promise<void> {
    const now = Date.now()
    for (const [keyHash, { usedAt }] of known) if (now - usedAt > FORGET_UNUSED_MS) known.delete(keyHash)
    return refreshKeys([...known.keys()].values())
  }

  async function refreshKeys(queue: IteratorObject<string>): Promise<void> {
    await Promise.all(Array.from({ length: REFRESH_CONCURRENCY }, () => refreshUntilFailure(queue)))
  }

  /** Stops at the first failure: a refresh must not go on for hours while management is unavailable. */
  async function refreshUntilFailure(queue: Iterable<string>): Promise<void> {
    try {
      for (const keyHash of queue) await fetchAccount(keyHash)
    } catch {
      // Cached entries stay; the next refresh tries again.
    }
  }

  return {
    async account(keyHash) {
      const now = Date.now()
      const entry = known.get(keyHash)
      if (entry && now - entry.confirmedAt <= trustMs) {
        entry.usedAt = now
        putLast(known, keyHash, entry, maxKnown)
        return entry.account
      }
      const requestedAt = unknown.get(keyHash)
      if (requestedAt !== undefined && now - requestedAt < UNKNOWN_TTL_MS) return undefined
      return fetchAccount(keyHash)
    },
    async refresh(organisationId) {
      const changed = [...known].flatMap(([keyHash, { account }]) =>
        organisationId === null || account.organisationId === organisationId ? [keyHash] : [],
      )
      // Requests that began before the change may return the old state.
      await Promise.allSettled(changed.flatMap((keyHash) => inFlight.get(keyHash) ?? []))
      await refreshKeys(changed.values())
    },
    [Symbol.dispose]() {
      clearInterval(timer)
    },
  }
}

function putLast<T>(map: Map<string, T>, key: string, value: T, maxSize: number): void {
  map.delete(key)
  map.set(key, value)
  if (map.size > maxSize) map.delete(map.keys().next().value!)
}
