/** Limits how many bytes are reserved at the same time. */
export interface ByteBudget {
  /**
   * Resolves once the bytes are free, in order of arrival; dispose the result to free them. More bytes than the whole
   * budget are reserved alone. Rejects with the signal's reason when it aborts first.
   */
  reserve(bytes: number, signal: AbortSignal): Promise<Disposable>
}

interface Waiter {
  bytes: number
  admit(): void
}

export function createByteBudget(totalBytes: number): ByteBudget {
  const waiting = new Set<Waiter>()
  let free = totalBytes

  function take(bytes: number): Disposable {
    free -= bytes
    let isHeld = true
    return {
      [Symbol.dispose]() {
        if (!isHeld) return
        isHeld = false
        free += bytes
        admitWaiting()
      },
    }
  }

  function admitWaiting(): void {
    for (const waiter of waiting) {
      if (waiter.bytes > free) return
      waiting.delete(waiter)
      waiter.admit()
    }
  }

  return {
    async reserve(wanted, signal) {
      signal.throwIfAborted()
      const bytes = Math.min(wanted, totalBytes)
      if (waiting.size === 0 && bytes <= free) return take(bytes)
      const { promise, resolve, reject } = Promise.withResolvers<Disposable>()
      const waiter = { bytes, admit: () => resolve(take(bytes)) }
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
