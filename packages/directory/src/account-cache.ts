import type { DirectoryClient } from './client.ts'
import type { Account } from './types.ts'

export interface AccountCache extends Disposable {
  /** Undefined for an unknown key; throws `ServiceUnavailable` for a key not in the cache while management is away. */
  account(keyHash: string): Promise<Account | undefined>
}

interface Entry {
  account: Account | undefined
  fetchedAt: number
  usedAt: number
}

const REFRESH_MS = 5000
const FORGET_UNUSED_MS = 10 * 60_000
const MOST_ENTRIES = 100_000
/** An unknown key is asked for again after this time, so that a flood of made-up keys does not reach management. */
const UNKNOWN_FRESH_MS = 5000

/**
 * Keys in use are refreshed in the background, so a change is seen within seconds, and known keys go on working while
 * management is away.
 */
export function createAccountCache(directory: Pick<DirectoryClient, 'account'>): AccountCache {
  const entries = new Map<string, Entry>()
  const underWay = new Map<string, Promise<Account | undefined>>()
  const timer = setInterval(() => void refresh(), REFRESH_MS)
  timer.unref()

  function fetchAccount(keyHash: string): Promise<Account | undefined> {
    const shared = underWay.get(keyHash)
    if (shared) return shared
    const fetching = directory.account(keyHash).then((account) => {
      const now = Date.now()
      entries.set(keyHash, { account, fetchedAt: now, usedAt: entries.get(keyHash)?.usedAt ?? now })
      if (entries.size > MOST_ENTRIES) entries.delete(entries.keys().next().value!)
      return account
    })
    underWay.set(keyHash, fetching)
    return fetching.finally(() => underWay.delete(keyHash))
  }

  async function refresh(): Promise<void> {
    const now = Date.now()
    for (const [keyHash, { account, usedAt }] of entries) {
      if (!account || now - usedAt > FORGET_UNUSED_MS) entries.delete(keyHash)
      else await fetchAccount(keyHash).catch(() => {})
    }
  }

  return {
    async account(keyHash) {
      const now = Date.now()
      const entry = entries.get(keyHash)
      const usable = entry && (entry.account || now - entry.fetchedAt < UNKNOWN_FRESH_MS)
      if (!usable) return fetchAccount(keyHash)
      entry.usedAt = now
      return entry.account
    },
    [Symbol.dispose]() {
      clearInterval(timer)
    },
  }
}
