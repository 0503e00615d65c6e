export { assemble } from './assemble.ts'
export { settlesWithin, withTimeout } from './time-limits.ts'
