import { availableParallelism, totalmem } from 'node:os'

/** The memory that one test file may use: it may run a whole stack with a browser. */
const BYTES_PER_FILE = 2.5 * 1024 ** 3

/**
 * Returns how many test files run side by side, as far as the memory reaches: three for two cores. A file alone keeps about
 * two thirds of two cores busy; more files than these would only wait for each other, and come near to their time-outs.
 */
export function laneWidth(): number {
  const forCores = Math.ceil(availableParallelism() * 1.5)
  return Math.max(1, Math.min(forCores, Math.floor(totalmem() / BYTES_PER_FILE)))
}

/** How many processes unit tests run in: they hardly wait, and each further process would load the sources once more. */
export const UNIT_WIDTH = 2
