import { setTimeout as sleep } from 'node:timers/promises'
import { afterDelay } from '@render/async'

/**
 * The time of a page, in milliseconds. All waits for a page are measured by it, so that a page whose time is stepped waits as
 * long by its own clock, whatever the speed of the machine.
 */
export interface PageTime {
  /** True when it passes in steps, each of which begins when the page is at rest. */
  readonly isStepped: boolean
  now(): number
  /** Lets this time pass; rejects when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** Lets time pass until the work, in which the page takes part, is done. */
  during<T>(work: Promise<T>): Promise<T>
  /** Sends input to the page: no time passes until the page has handled it. */
  input<T>(send: () => Promise<T>): Promise<T>
  /** Calls back when this time has passed. Nothing passes by itself for it. Returns a function that cancels the call. */
  after(ms: number, call: () => void): () => void
}

/** The time of a page that runs freely. */
export const realTime: PageTime = {
  isStepped: false,
  now: () => performance.now(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }),
  during: (work) => work,
  input: (send) => send(),
  after: afterDelay,
}

/** Lets time pass until the work is done, or for `ms` at most: returns what `onTimeout` returns then. Does not stop the work. */
export async function withinPageTime<T, L>(
  time: PageTime,
  work: Promise<T>,
  ms: number,
  onTimeout: () => L,
): Promise<T | L> {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const cancel = time.after(ms, resolve)
  try {
    return await time.during(Promise.race([work, late.then(onTimeout)]))
  } finally {
    cancel()
  }
}

/** Returns whether the work settles, fulfilled or rejected, before `ms` have passed. Does not stop the work. */
export function settlesInPageTime(time: PageTime, work: Promise<unknown>, ms: number): Promise<boolean> {
  const settled = work.then(
    () => true,
    () => true,
  )
  return withinPageTime(time, settled, ms, () => false)
}
