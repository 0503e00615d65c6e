import { availableParallelism, totalmem } from 'node:os'

/** The memory that one test file may use: it may run a whole stack with a browser. */
const BYTES_PER_FILE = 2.5 * 1024 ** 3

/**
 * Returns how many test files run side by side: two for each core, as far as the memory reaches. Files wait for about half of
 * their time; with three on two cores an eighth of the cores' time is unused.
 */
export function laneWidth(): number {
  return Math.max(1, Math.min(2 * availableParallelism(), Math.floor(totalmem() / BYTES_PER_FILE)))
}

/** How many processes unit tests run in: they hardly wait, and each further process would load the sources once more. */
export const UNIT_WIDTH = 2
