import type { WeightedSemaphore } from '@render/async'

/**
 * Reserves memory for the pixels of a whole picture, or for an archive, and waits for it while other renders use too much.
 * It is freed when the render has ended, or before that when the result is disposed. A render has at most one reservation at
 * a time: two renders that each wait for a second one would wait for ever.
 */
export type ReservePixels = (bytes: number) => Promise<Disposable>

/**
 * Returns the function by which one render reserves memory. `signal` aborts when the render has ended; its last stage may
 * continue unobserved and use the memory until `settled` resolves.
 */
export function createReservePixels(
  budget: WeightedSemaphore,
  signal: AbortSignal,
  settled: () => Promise<unknown>,
): ReservePixels {
  let isReserved = false
  return async (bytes) => {
    if (isReserved) throw new Error('A render reserved memory for pixels twice.')
    isReserved = true
    const reservation = await budget.acquire(bytes, signal)
    const free = (): void => {
      isReserved = false
      reservation[Symbol.dispose]()
    }
    const end = (): void => void settled().then(free)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
    return { [Symbol.dispose]: free }
  }
}
