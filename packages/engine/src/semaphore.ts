import { settlesWithin } from '@render/async'

/** Work in a place of a semaphore; it may release the place before it ends. */
export type PlacedWork<T> = (release: () => void) => Promise<T>

/** Runs work once a place is free. */
export type Semaphore = <T>(work: PlacedWork<T>, signal: AbortSignal) => Promise<T>

/**
 * Creates a semaphore with `width` places, assigned in order of arrival; work that takes longer than `holdMs` releases
 * its place. Without `holdMs` it keeps the place until it ends.
 */
export function createSemaphore(width: number, holdMs?: number): Semaphore {
  const waiting = new Set<() => void>()
  let free = width

  function enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (free > 0) {
      free -= 1
      return Promise.resolve()
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const giveUp = () => {
      waiting.delete(resolve)
      reject(signal.reason)
    }
    waiting.add(resolve)
    signal.addEventListener('abort', giveUp, { once: true })
    return promise.finally(() => signal.removeEventListener('abort', giveUp))
  }

  function leave(): void {
    const [next] = waiting
    if (!next) free += 1
    else {
      waiting.delete(next)
      next()
    }
  }

  return async <T>(work: PlacedWork<T>, signal: AbortSignal): Promise<T> => {
    await enter(signal)
    if (signal.aborted) {
      leave()
      throw signal.reason
    }
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const working = Promise.try(work, release)
    const over = Promise.race([working, released, aborted(signal)])
    void (holdMs === undefined ? settled(over) : settlesWithin(over, holdMs)).then(leave)
    return working
  }
}

function settled(promise: Promise<unknown>): Promise<unknown> {
  return promise.catch(() => undefined)
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
