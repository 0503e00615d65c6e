import { setTimeout as sleep } from 'node:timers/promises'
import { Hopeless } from './process-spec.ts'

const PROBE_EVERY_MS = 50
const READY_WITHIN_MS = 90_000

/**
 * Resolves when the probe no longer throws: true, or false when `over` came first.
 * @throws what the probe threw last, when it is hopeless or has been tried for 90 s.
 */
export async function waitUntilReady(probe: () => Promise<void>, over: AbortSignal): Promise<boolean> {
  const end = performance.now() + READY_WITHIN_MS
  while (!over.aborted) {
    try {
      await probe()
      return !over.aborted
    } catch (error) {
      if (error instanceof Hopeless || performance.now() > end) throw error
      await sleep(PROBE_EVERY_MS)
    }
  }
  return false
}
