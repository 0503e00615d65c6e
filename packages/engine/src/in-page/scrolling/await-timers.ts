import { trackedWork, type TrackedRealm } from '../settling/tracked-work.ts'

/**
 * Waits for the timers of the page that are due within `withinMs`, such as those of debounced scroll handlers, and for those
 * that they set. Delays of timers that are set again when they fire are added to `repeated`; those timers are not waited for.
 * Resolves with the milliseconds that it waited.
 */
export async function awaitTimers(withinMs: number, repeated: number[]): Promise<number> {
  const startedAt = performance.now()
  /** Maps the delays of awaited timers to the times at which they were due. */
  const awaited = new Map<number, number>()
  for (;;) {
    const now = performance.now()
    const due = trackedWork(globalThis as unknown as TrackedRealm).timers.filter(
      ({ dueAt, delayMs }) => dueAt > now && dueAt <= startedAt + withinMs && !repeated.includes(delayMs),
    )
    for (const { delayMs, dueAt } of due)
      if (dueAt - delayMs >= (awaited.get(delayMs) ?? Infinity)) repeated.push(delayMs)
    const next = due.find(({ delayMs }) => !repeated.includes(delayMs))
    if (!next) return now - startedAt
    awaited.set(next.delayMs, next.dueAt)
    // Timers of all worlds fire in the order of their due times.
    await new Promise((resolve) => setTimeout(resolve, next.dueAt - now + 1))
  }
}
