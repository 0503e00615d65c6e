export { collectLessOften } from './collect-less-often.ts'
export {
  describeEnvironment,
  inheritedEnvironment,
  printable,
  readConfig,
  type Environment,
  type Values,
  type VariableDescription,
} from './config.ts'
export { describeCause, redact } from './describe-cause.ts'
export { runService } from './lifecycle.ts'
export { createLogger, type Logger } from './logger.ts'
export { createMetrics } from './metrics.ts'
export {
  address,
  choice,
  count,
  durations,
  isListOf,
  json,
  list,
  longText,
  origins,
  port,
  proxies,
  requiredWhen,
  secret,
  serverUrl,
  text,
  toggle,
  tokens,
} from './variable-kinds.ts'
