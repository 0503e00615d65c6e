import { createWeightedSemaphore, settlesWithin } from '@render/async'

/** Work in a place of a semaphore; it may release the place before it ends. */
export type PlacedWork<T> = (release: () => void) => Promise<T>

/** Runs work once a place is free. */
export type Semaphore = <T>(work: PlacedWork<T>, signal: AbortSignal) => Promise<T>

/**
 * Creates a semaphore with `width` places, assigned in order of arrival; work that takes longer than `holdMs` releases
 * its place. Without `holdMs` it keeps the place until it ends.
 */
export function createSemaphore(width: number, holdMs?: number): Semaphore {
  const places = createWeightedSemaphore(width)
  return async <T>(work: PlacedWork<T>, signal: AbortSignal): Promise<T> => {
    const place = await places.acquire(1, signal)
    if (signal.aborted) {
      place[Symbol.dispose]()
      throw signal.reason
    }
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const working = Promise.try(work, release)
    const over = Promise.race([working, released, aborted(signal)])
    void (holdMs === undefined ? settled(over) : settlesWithin(over, holdMs)).then(() =>
      place[Symbol.dispose](),
    )
    return working
  }
}

function settled(promise: Promise<unknown>): Promise<unknown> {
  return promise.catch(() => undefined)
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
