import { settlesWithin } from './settles.ts'

/** Runs work that keeps a core busy, as much of it at once as there are cores. */
export interface Captures {
  /** `pixels` is the size of the picture; of tall ones only one at a time is worked on. */
  run<T>(pixels: number, work: () => Promise<T>, signal: AbortSignal): Promise<T>
}

const TALL_PIXELS = 8_000_000

/** Work that takes longer waits for its page rather than for a core, and must not keep others out. */
const HOLD_MS = 10_000

export function createCaptures(width: number, holdMs = HOLD_MS): Captures {
  const cores = createGate(width, holdMs)
  const tall = createGate(1, holdMs)
  return {
    run: (pixels, work, signal) =>
      pixels > TALL_PIXELS ? tall(() => cores(work, signal), signal) : cores(work, signal),
  }
}

/** Lets `width` pieces of work through at a time, in order of arrival. */
function createGate(width: number, holdMs: number) {
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
    const working = work()
    const over = Promise.race([working, aborted(signal)])
    void settlesWithin(over, holdMs).then(leave)
    return working
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
