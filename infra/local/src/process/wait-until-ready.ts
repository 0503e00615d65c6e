import { setTimeout as sleep } from 'node:timers/promises'
import { NeverReadyError } from './process-spec.ts'

const PROBE_EVERY_MS = 50
const READY_WITHIN_MS = 90_000

/**
 * Resolves with true when the probe succeeds, with false when `over` is aborted first.
 * @throws the probe's last error, when it is a NeverReadyError or 90 s have passed.
 */
export async function waitUntilReady(probe: () => Promise<void>, over: AbortSignal): Promise<boolean> {
  const end = performance.now() + READY_WITHIN_MS
  while (!over.aborted) {
    try {
      await probe()
      return !over.aborted
    } catch (error) {
      if (error instanceof NeverReadyError || performance.now() > end) throw error
      await sleep(PROBE_EVERY_MS)
    }
  }
  return false
}
