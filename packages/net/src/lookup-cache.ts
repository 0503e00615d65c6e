/** What a query found, and for how long it may be believed. */
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
  maximumEntries?: number
  maximumTtlMs?: number
  failureTtlMs?: number
  /** A monotonic clock in milliseconds. */
  now?: () => number
}

/**
 * Remembers answers and failures for a short time and lets everybody who asks for the same key share one query. Holds a
 * bounded number of entries; the one not used for longest goes first.
 */
export function cacheLookups<T>(
  query: (key: string) => Promise<Found<T>>,
  settings: LookupCacheSettings = {},
): (key: string) => Promise<T> {
  const {
    maximumEntries = 10_000,
    maximumTtlMs = 30_000,
    failureTtlMs = 5_000,
    now = () => performance.now(),
  } = settings
  const entries = new Map<string, Entry<T>>()

  return (key) => {
    const known = entries.get(key)
    const entry = known && known.expiresAtMs > now() ? known : start(key)
    entries.delete(key)
    entries.set(key, entry)
    if (entries.size > maximumEntries) entries.delete(entries.keys().next().value!)
    return entry.value
  }

  function start(key: string): Entry<T> {
    const answer = query(key)
    const entry = { value: answer.then(({ value }) => value), expiresAtMs: Infinity }
    // Also keeps a failure that nobody waits for any more from being an unhandled rejection.
    answer.then(
      ({ ttlMs }) => expire(entry, Math.min(ttlMs, maximumTtlMs)),
      () => expire(entry, failureTtlMs),
    )
    entry.value.catch(() => undefined)
    return entry
  }

  function expire(entry: Entry<T>, ttlMs: number): void {
    entry.expiresAtMs = now() + ttlMs
  }
}
