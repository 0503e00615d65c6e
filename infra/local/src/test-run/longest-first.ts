import { relative } from 'node:path'
import { checkout } from '../state/checkout.ts'
import { readDurations } from './test-durations.ts'

/** The duration that is assumed of a file that has not run yet. */
const UNKNOWN_SECONDS = 20

/** Jest's order of test files: the longest first, so that no worker begins a long one when the others have ended. */
export default class LongestFirst {
  sort<T extends { path: string }>(tests: T[]): T[] {
    const durations = readDurations()
    const seconds = (path: string) => durations[relative(checkout, path)] ?? UNKNOWN_SECONDS
    return tests.toSorted((a, b) => seconds(b.path) - seconds(a.path))
  }

  /** Jest calls this after a run; the durations are saved from its report instead. */
  cacheResults(): void {}
}
