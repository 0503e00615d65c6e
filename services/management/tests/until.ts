import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until something is there; an error is as good as nothing. */
export async function until<T>(look: () => T | Promise<T>, timeoutMs = 30_000): Promise<NonNullable<T>> {
  const end = performance.now() + timeoutMs
  for (let reason: unknown; ;) {
    try {
      const found = await look()
      if (found) return found
    } catch (error) {
      reason = error
    }
    if (performance.now() > end)
      throw new Error(`Nothing came in ${timeoutMs} ms of: ${String(look)}`, { cause: reason })
    await sleep(20)
  }
}
