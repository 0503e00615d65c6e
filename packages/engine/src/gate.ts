import { settlesWithin } from './settles.ts'

/** Runs a piece of work when there is room for it. */
export type Gate = <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>

/** Lets `width` pieces of work through at a time, in order of arrival; one that takes longer keeps no other out. */
export function createGate(width: number, holdMs: number): Gate {
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

  return async <T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> => {
    await enter(signal)
    if (signal.aborted) {
      leave()
      throw signal.reason
    }
    const working = Promise.try(work)
    const over = Promise.race([working, aborted(signal)])
    void settlesWithin(over, holdMs).then(leave)
    return working
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
