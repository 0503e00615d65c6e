import { checkout } from '../state/checkout.ts'
import type { Ports } from '../state/ports.ts'
import { SERVICE_PORTS, type ServiceName } from './service-environment.ts'
import type { ProcessSpec } from '../process/process-spec.ts'

/** Returns how to run one of the four services; it is ready when GET /ready of its metrics listener answers 2xx. */
export function serviceProcess(
  service: ServiceName,
  {
    name,
    program,
    ports,
    logFile,
    nodeArguments,
    environment,
  }: {
    name: string
    /** The path of the program. */
    program: string
    ports: Ports
    logFile: string
    nodeArguments: readonly string[]
    environment: () => NodeJS.ProcessEnv
  },
): ProcessSpec {
  const ready = `http://127.0.0.1:${ports[SERVICE_PORTS[service].METRICS_PORT]}/ready`
  return {
    name,
    kind: 'service',
    command: [process.execPath, ...nodeArguments, program],
    environment,
    workingDirectory: checkout,
    logFile,
    probe: () => probeReady(ready),
    stopSignal: 'SIGTERM',
    graceMs: 30_000,
  }
}

async function probeReady(address: string): Promise<void> {
  const response = await fetch(address, { signal: AbortSignal.timeout(2000) })
  const body = await response.text()
  if (!response.ok) throw new Error(`${address} answered ${response.status} ${body.slice(0, 200)}`)
}
