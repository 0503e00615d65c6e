import { collectDefaultMetrics, Registry } from 'prom-client'

/** A look at the event loop's lag every so often: the library's 10 ms would wake an idle process a hundred times a second. */
const LAG_PRECISION_MS = 100

/** A registry with the process's own figures; services add theirs. */
export function createMetrics(service: string): Registry {
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_PRECISION_MS })
  return registry
}
