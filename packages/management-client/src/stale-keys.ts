import type { AccountStore } from './account-store.ts'

/** The keys whose account may have changed since it was requested. */
export interface StaleKeys {
  has(keyHash: string): boolean
  /** Marks the keys of some organisations, and those that are requested for the first time: the answer may be older. */
  mark(isChanged: (organisationId: string) => boolean): void
  /** Requests all marked keys again. Those that fail stay marked. */
  refresh(): Promise<void>
}

/** Concurrent requests of one refresh. */
const REFRESH_CONCURRENCY = 16

export function createStaleKeys(store: AccountStore): StaleKeys {
  /** Keys with the number of their last change. */
  const stale = new Map<string, number>()
  let changes = 0

  /** Stops at the first failure: a refresh must not go on for hours while management is unavailable. */
  async function refreshUntilFailure(queue: Iterable<string>): Promise<void> {
    try {
      for (const keyHash of queue) await refreshKey(keyHash)
    } catch {
      // Cached entries stay, and stay marked; the next refresh tries again.
    }
  }

  async function refreshKey(keyHash: string): Promise<void> {
    const change = stale.get(keyHash)
    // A request that began before the change may return the old state.
    await store.inFlight.get(keyHash)?.catch(() => undefined)
    if (store.known.has(keyHash)) await store.fetch(keyHash)
    if (stale.get(keyHash) === change) stale.delete(keyHash)
  }

  return {
    has: (keyHash) => stale.has(keyHash),
    mark(isChanged) {
      changes += 1
      store.known.rforEach(({ account }, keyHash) => {
        if (isChanged(account.organisationId)) stale.set(keyHash, changes)
      })
      for (const keyHash of store.inFlight.keys()) if (!store.known.has(keyHash)) stale.set(keyHash, changes)
    },
    async refresh() {
      const queue = [...stale.keys()].values()
      await Promise.all(Array.from({ length: REFRESH_CONCURRENCY }, () => refreshUntilFailure(queue)))
    },
  }
}
