type Bound = { atLeast: number } | { atMost: number }

/** A figure that the benchmark has to reach. */
export type Target = { what: string } & (
  | { /** Must hold in every run on every machine. */ holds: boolean }
  | { /** A time that depends on the machine. */ inTime: boolean }
  | ({
      /** A rate or a time that depends on the machine. */
      figure: number
      /** Share by which runs on one machine differ; only a miss by more counts. */
      noise: number
    } & Bound)
  | ({
      /** Compares two figures of the same run, so that it depends little on the machine. */
      ratio: number
      /** Share by which it may be off in this run; only a miss by more counts. */
      noise?: number
    } & Bound)
)

export function isReached(target: Target): boolean {
  if ('inTime' in target) return target.inTime
  if ('figure' in target) return isWithin(target.figure, target, target.noise)
  return isTolerable(target, ('ratio' in target && target.noise) || 0)
}

/**
 * Judges a run on a machine of unknown speed: times and rates do not count, and a ratio may miss its target by a share of
 * it.
 */
export function isTolerable(target: Target, tolerance: number): boolean {
  if ('holds' in target) return target.holds
  if ('inTime' in target || 'figure' in target) return true
  return isWithin(target.ratio, target, tolerance)
}

function isWithin(value: number, bound: Bound, tolerance: number): boolean {
  if ('atLeast' in bound) return value >= bound.atLeast * (1 - tolerance)
  return value <= bound.atMost * (1 + tolerance)
}
