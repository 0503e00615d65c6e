import { LRUCache } from 'lru-cache'

/** The result of a query, and for how long it is valid. */
export interface Found<T> {
  value: T
  ttlMs: number
}

interface Entry<T> {
  value: Promise<T>
  /** Infinite while the query is in flight. */
  expiresAtMs: number
}

export interface LookupCacheSettings {
  maxEntries?: number
  maxTtlMs?: number
  failureTtlMs?: number
  /** A monotonic clock in milliseconds. */
  now?: () => number
}

/**
 * Caches results and failures of a query for a short time; concurrent calls for the same key share one query. Evicts the
 * least recently used entry when it is full.
 */
export function cacheLookups<T>(
  query: (key: string) => Promise<Found<T>>,
  settings: LookupCacheSettings = {},
): (key: string) => Promise<T> {
  const {
    maxEntries = 10_000,
    maxTtlMs = 30_000,
    failureTtlMs = 5_000,
    now = () => performance.now(),
  } = settings
  const entries = new LRUCache<string, Entry<T>>({ max: maxEntries })

  return (key) => {
    const known = entries.get(key)
    if (known && known.expiresAtMs > now()) return known.value
    const entry = start(key)
    entries.set(key, entry)
    return entry.value
  }

  function start(key: string): Entry<T> {
    const answer = query(key)
    const entry = { value: answer.then(({ value }) => value), expiresAtMs: Infinity }
    // Also handles the rejection of a query after all its callers stopped waiting.
    answer.then(
      ({ ttlMs }) => expire(entry, Math.min(ttlMs, maxTtlMs)),
      () => expire(entry, failureTtlMs),
    )
    entry.value.catch(() => undefined)
    return entry
  }

  function expire(entry: Entry<T>, ttlMs: number): void {
    entry.expiresAtMs = now() + ttlMs
  }
}
