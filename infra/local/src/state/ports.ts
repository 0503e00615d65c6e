import { freePort, isFree } from './free-port.ts'

/** The stack's ports and the variables that set them. */
const PORTS = {
  gateway: 'PORT',
  gatewayMetrics: 'GATEWAY_METRICS_PORT',
  workerMetrics: 'RENDER_WORKER_METRICS_PORT',
  dispatcherMetrics: 'WEBHOOK_DISPATCHER_METRICS_PORT',
  management: 'MANAGEMENT_PORT',
  managementInternal: 'MANAGEMENT_INTERNAL_PORT',
  managementMetrics: 'MANAGEMENT_METRICS_PORT',
  redis: 'REDIS_PORT',
  postgres: 'POSTGRES_PORT',
} as const

export type Ports = Record<keyof typeof PORTS, number>

/** Chooses each port: the one that is set, else the last one if it is still free, else a free one. */
export async function choosePorts(environment: NodeJS.ProcessEnv, last: Partial<Ports> = {}): Promise<Ports> {
  const chosen = new Map<string, number>()
  const isTaken = async (port: number) => [...chosen.values()].includes(port) || !(await isFree(port))

  for (const [name, variable] of Object.entries(PORTS)) {
    if (environment[variable]) chosen.set(name, parsePort(variable, environment[variable]))
  }
  for (const name of Object.keys(PORTS) as (keyof Ports)[]) {
    if (chosen.has(name)) continue
    let port = last[name]
    while (port === undefined || (await isTaken(port))) port = await freePort()
    chosen.set(name, port)
  }
  return Object.fromEntries(chosen) as Ports
}

function parsePort(variable: string, value: string): number {
  const port = Number(value)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`${variable} must be a port from 1 to 65535.`)
  return port
}
