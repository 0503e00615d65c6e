import { collectDefaultMetrics, Registry } from 'prom-client'

/**
 * Interval of event loop lag samples, which only the metrics use. The library's default of 10 ms wakes an idle process 100
 * times a second.
 */
const LAG_PRECISION_MS = 2000

/** Creates a metrics registry with the default metrics of the process; services add their own. */
export function createMetrics(service: string): Registry {
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_PRECISION_MS })
  return registry
}
