import { createAccountStore, type Entry } from './account-store.ts'
import type { ManagementClient } from './client.ts'
import { createStaleKeys } from './stale-keys.ts'
import type { Account } from './types.ts'

export interface AccountCache extends Disposable {
  /**
   * Returns undefined for an unknown key. The usage may be a minute old.
   * @throws {RenderError} `ServiceUnavailable` for a key that is not cached while management is unavailable.
   */
  account(keyHash: string): Promise<Account | undefined>
  /** Like `account`, with usage that is a few seconds old at most while management is available. */
  accountWithUsage(keyHash: string): Promise<Account | undefined>
  /** Gives management a secret key of which it has only the hash; after a failure the next call tries again. */
  store(key: string, keyHash: string): void
  /** Whether `account` answers for this key without asking management. */
  isCached(keyHash: string): boolean
  /** Refreshes the cached keys of an organisation that has changed, or all of them with null. */
  refresh(organisationId: string | null): Promise<void>
}

interface CacheSettings {
  maxKnown?: number
  maxUnknown?: number
  /** How long a cached key stays valid while management is unavailable. */
  trustMs?: number
}

/** Short enough to apply a change within five seconds, including the requests. */
const POLL_MS = 3500
const TRUST_MS = 60 * 60_000
/** Ages after which a key that is used is requested again, because its usage grows without being a change. */
const MAX_AGE_MS = 60_000
const MAX_USAGE_AGE_MS = 4000

/**
 * Caches accounts. One request at intervals asks which organisations have changed, and only their keys are requested again,
 * so a change applies within seconds. Cached keys stay valid for an hour while management is unavailable.
 */
export function createAccountCache(
  management: Pick<ManagementClient, 'account' | 'accountChanges' | 'storeSecretKey'>,
  { maxKnown = 100_000, maxUnknown = 10_000, trustMs = TRUST_MS }: CacheSettings = {},
): AccountCache {
  const store = createAccountStore(management, { maxKnown, maxUnknown })
  const stale = createStaleKeys(store)
  /** Hashes of the keys that management has got. */
  const stored = new Set<string>()
  let cursor: string | undefined
  /** Time of the last answer about changes: keys that are not stale were unchanged then. */
  let polledAt = -Infinity
  let polling: Promise<void> | undefined
  // A poll that takes longer, because management hangs, is not overlapped by another.
  const timer = setInterval(() => {
    polling ??= poll()
      // Cached entries stay; the next poll tries again.
      .catch(() => {})
      .finally(() => (polling = undefined))
  }, POLL_MS)
  timer.unref()

  async function poll(): Promise<void> {
    const now = Date.now()
    store.forgetUnused()
    const answer = await management.accountChanges(cursor)
    // A management of an older version does not know what has changed.
    const changed = answer?.organisations ?? null
    stale.mark((organisationId) => changed === null || changed.includes(organisationId))
    cursor = answer?.cursor
    polledAt = now
    await stale.refresh()
  }

  /** Returns the entry of a key that may be used without a request. */
  function validEntry(keyHash: string): Entry | undefined {
    const entry = store.known.peek(keyHash)
    if (!entry) return undefined
    const confirmedAt = stale.has(keyHash) ? entry.confirmedAt : Math.max(entry.confirmedAt, polledAt)
    return Date.now() - confirmedAt <= trustMs ? entry : undefined
  }

  async function account(keyHash: string): Promise<Account | undefined> {
    const entry = validEntry(keyHash)
    if (!entry) return store.isUnknown(keyHash) ? undefined : store.fetch(keyHash)
    store.touch(keyHash)
    if (Date.now() - entry.requestedAt > maxAgeOf(entry.account)) store.fetch(keyHash).catch(() => {})
    return entry.account
  }

  return {
    account,
    async accountWithUsage(keyHash) {
      const entry = validEntry(keyHash)
      if (entry && Date.now() - entry.requestedAt > MAX_USAGE_AGE_MS)
        await store.fetch(keyHash).catch(() => undefined)
      return account(keyHash)
    },
    store(key, keyHash) {
      if (stored.has(keyHash)) return
      stored.add(keyHash)
      management.storeSecretKey(key).catch(() => stored.delete(keyHash))
    },
    isCached: (keyHash) => validEntry(keyHash) !== undefined || store.isUnknown(keyHash),
    refresh(organisationId) {
      stale.mark((changed) => organisationId === null || changed === organisationId)
      return stale.refresh()
    },
    [Symbol.dispose]() {
      clearInterval(timer)
    },
  }
}

/** A period that has ended says nothing about the usage of the next one. */
function maxAgeOf({ usage }: Account): number {
  return usage && Date.parse(usage.until) <= Date.now() ? MAX_USAGE_AGE_MS : MAX_AGE_MS
}
