/** Runs work together, except for work that has to be the only one. */
export interface ReadWriteLock {
  /**
   * Resolves when the work may start, in order of arrival; dispose the result when it ends. Exclusive work waits until all
   * other work has ended, and later work waits for it. Rejects with the signal's reason.
   */
  acquire(isExclusive: boolean, signal: AbortSignal): Promise<Disposable>
}

interface Waiter {
  isExclusive: boolean
  begin: () => void
}

export function createReadWriteLock(): ReadWriteLock {
  const waiting = new Set<Waiter>()
  let running = 0
  let isTaken = false

  function mayBegin(isExclusive: boolean): boolean {
    return !isTaken && (!isExclusive || running === 0)
  }

  function start(isExclusive: boolean): Disposable {
    running += 1
    isTaken = isExclusive
    return {
      [Symbol.dispose]() {
        running -= 1
        if (isExclusive) isTaken = false
        admit()
      },
    }
  }

  function admit(): void {
    for (const waiter of waiting) {
      if (!mayBegin(waiter.isExclusive)) return
      waiting.delete(waiter)
      waiter.begin()
    }
  }

  return {
    async acquire(isExclusive, signal) {
      signal.throwIfAborted()
      if (waiting.size === 0 && mayBegin(isExclusive)) return start(isExclusive)
      const { promise, resolve, reject } = Promise.withResolvers<Disposable>()
      const waiter = { isExclusive, begin: () => resolve(start(isExclusive)) }
      const giveUp = () => {
        waiting.delete(waiter)
        reject(signal.reason)
        admit()
      }
      waiting.add(waiter)
      signal.addEventListener('abort', giveUp, { once: true })
      return promise.finally(() => signal.removeEventListener('abort', giveUp))
    },
  }
}
