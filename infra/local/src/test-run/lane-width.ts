import { availableParallelism, totalmem } from 'node:os'

/** The memory that one test file may use: it may run a whole stack with a browser. */
const BYTES_PER_FILE = 2.5 * 1024 ** 3

/**
 * Returns how many test files run side by side: three for every two cores, because a file waits for a good third of its time,
 * as far as the memory reaches. With more, all cores are busy all the time and bounds of time break.
 */
export function laneWidth(): number {
  const forCores = Math.round(availableParallelism() * 1.5)
  return Math.max(1, Math.min(forCores, Math.floor(totalmem() / BYTES_PER_FILE)))
}
