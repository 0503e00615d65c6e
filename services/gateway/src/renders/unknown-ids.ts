/** Ids that were found unknown a moment ago. */
export interface UnknownIds {
  add(id: string): void
  has(id: string): boolean
}

/** Short, because a render may be queued under an id that was asked for before. */
const KEEP_MS = 1000
/** Further ids replace the oldest. */
const MAX_IDS = 10_000

export function createUnknownIds(now: () => number = () => performance.now()): UnknownIds {
  const until = new Map<string, number>()
  return {
    add(id) {
      until.delete(id)
      until.set(id, now() + KEEP_MS)
      if (until.size > MAX_IDS) until.delete(until.keys().next().value!)
    },
    has: (id) => (until.get(id) ?? 0) > now(),
  }
}
