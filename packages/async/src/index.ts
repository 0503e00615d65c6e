export { afterDelay } from './after-delay.ts'
export { assemble } from './assemble.ts'
export { settlesWithin, withTimeout } from './time-limits.ts'
export { createWeightedSemaphore, type WeightedSemaphore } from './weighted-semaphore.ts'
