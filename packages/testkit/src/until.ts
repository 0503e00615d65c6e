import { setTimeout as sleep } from 'node:timers/promises'

const LONGEST_PAUSE_MS = 20

/**
 * Polls until the probe returns a truthy value and resolves with it; the pauses grow from 1 to 20 ms. An error of the probe
 * counts as "not yet".
 * @throws when the time is up, with the probe's last error as its cause.
 */
export async function until<T>(probe: () => T | Promise<T>, timeoutMs = 60_000): Promise<NonNullable<T>> {
  const end = performance.now() + timeoutMs
  let cause: unknown
  for (let pauseMs = 1; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      const found = await probe()
      if (found) return found
    } catch (error) {
      cause = error
    }
    if (performance.now() > end)
      throw new Error(`Condition not met within ${timeoutMs} ms: ${String(probe)}`, { cause })
    await sleep(pauseMs)
  }
}
