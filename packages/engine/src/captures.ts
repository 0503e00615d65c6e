import { createGate } from './gate.ts'

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
