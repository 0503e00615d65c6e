import { availableParallelism, totalmem } from 'node:os'

/** The memory that one test file may use: it may run a whole stack with a browser. */
const BYTES_PER_FILE = 2.5 * 1024 ** 3

/**
 * Returns how many test files run side by side: one for each core, as far as the memory reaches. With two for each core, all
 * cores are busy all the time, every file takes twice its time, and bounds of time break.
 */
export function laneWidth(): number {
  return Math.max(1, Math.min(availableParallelism(), Math.floor(totalmem() / BYTES_PER_FILE)))
}
