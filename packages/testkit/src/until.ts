import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until something is there. */
export async function until<T>(look: () => T | Promise<T>, timeoutMs = 60_000): Promise<NonNullable<T>> {
  const end = performance.now() + timeoutMs
  for (;;) {
    const found = await look()
    if (found) return found
    if (performance.now() > end) throw new Error(`Nothing came in ${timeoutMs} ms of: ${String(look)}`)
    await sleep(20)
  }
}
