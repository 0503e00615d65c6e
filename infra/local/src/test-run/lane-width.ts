import { availableParallelism, totalmem } from 'node:os'

/** The memory that one test file may use: it may run a whole stack with a browser. */
const BYTES_PER_FILE = 2.5 * 1024 ** 3

/**
 * Returns how many test files run side by side: two for each core, because a file waits for half of its time or more, as far
 * as the memory reaches.
 */
export function laneWidth(): number {
  const forCores = availableParallelism() * 2
  return Math.max(1, Math.min(forCores, Math.floor(totalmem() / BYTES_PER_FILE)))
}

/** How many processes unit tests run in: they hardly wait, and each further process would load the sources once more. */
export const UNIT_WIDTH = 2
