/** Limits the total weight that is held at the same time. */
export interface WeightedSemaphore {
  /**
   * Resolves once the weight is free, in order of arrival; dispose the result to free it. More than the total is held alone.
   * Rejects with the signal's reason when it aborts first.
   */
  acquire(weight: number, signal: AbortSignal): Promise<Disposable>
}

interface Waiter {
  weight: number
  admit(): void
}

export function createWeightedSemaphore(total: number): WeightedSemaphore {
  const waiting = new Set<Waiter>()
  let free = total

  function take(weight: number): Disposable {
    free -= weight
    let isHeld = true
    return {
      [Symbol.dispose]() {
        if (!isHeld) return
        isHeld = false
        free += weight
        admitWaiting()
      },
    }
  }

  function admitWaiting(): void {
    for (const waiter of waiting) {
      if (waiter.weight > free) return
      waiting.delete(waiter)
      waiter.admit()
    }
  }

  return {
    async acquire(wanted, signal) {
      signal.throwIfAborted()
      const weight = Math.min(wanted, total)
      if (waiting.size === 0 && weight <= free) return take(weight)
      const { promise, resolve, reject } = Promise.withResolvers<Disposable>()
      const waiter = { weight, admit: () => resolve(take(weight)) }
      const giveUp = (): void => {
        if (!waiting.delete(waiter)) return
        reject(signal.reason)
        admitWaiting()
      }
      waiting.add(waiter)
      signal.addEventListener('abort', giveUp, { once: true })
      return promise.finally(() => signal.removeEventListener('abort', giveUp))
    },
  }
}
