import { createSemaphore, type PlacedWork } from './semaphore.ts'

/** Runs CPU-bound work, with at most one piece per core at a time. */
export interface CpuSemaphore {
  /** Runs work on a picture of this many pixels; only one tall picture is processed at a time. */
  run<T>(pixels: number, work: PlacedWork<T>, signal: AbortSignal): Promise<T>
}

const TALL_PIXELS = 8_000_000

/** Work that takes longer than this is waiting for its page, not for a core, and releases its place. */
export const HOLD_MS = 10_000

export function createCpuSemaphore(width: number, holdMs = HOLD_MS): CpuSemaphore {
  const cores = createSemaphore(width, holdMs)
  const tall = createSemaphore(1, holdMs)
  return {
    run(pixels, work, signal) {
      if (pixels <= TALL_PIXELS) return cores(work, signal)
      return tall((releaseTall) => {
        const workOnTall: typeof work = (releaseCore) => {
          const release = (): void => {
            releaseTall()
            releaseCore()
          }
          return work(release)
        }
        return cores(workOnTall, signal)
      }, signal)
    },
  }
}
