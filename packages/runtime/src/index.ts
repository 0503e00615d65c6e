export {
  address,
  choice,
  count,
  durations,
  inheritedEnvironment,
  json,
  list,
  port,
  printable,
  readConfig,
  secret,
  text,
  toggle,
} from './config.ts'
export { runService } from './lifecycle.ts'
export { createLogger, type Logger } from './logger.ts'
export { createMetrics } from './metrics.ts'
