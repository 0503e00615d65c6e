/** A figure that the benchmark has to reach. */
export type Target = { what: string } & (
  | { /** Must hold in every run on every machine. */ holds: boolean }
  | { /** A time that depends on the machine. */ inTime: boolean }
  | {
      /** Compares two figures of the same run, so that it depends little on the machine. */ ratio: number
      atLeast: number
    }
  | { ratio: number; atMost: number }
)

export function isReached(target: Target): boolean {
  if ('inTime' in target) return target.inTime
  return isTolerable(target, 0)
}

/**
 * Judges a run on a machine of unknown speed: times do not count, and a ratio may miss its target by a share of it.
 */
export function isTolerable(target: Target, tolerance: number): boolean {
  if ('holds' in target) return target.holds
  if ('inTime' in target) return true
  if ('atLeast' in target) return target.ratio >= target.atLeast * (1 - tolerance)
  return target.ratio <= target.atMost * (1 + tolerance)
}
