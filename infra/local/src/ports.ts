import { createServer } from 'node:net'
import { randomInt } from 'node:crypto'

/** Each port of the stack with the variable that sets it. */
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

// Below the range from which Linux takes the ports of outgoing connections, so that none of them takes one of ours
// while a service is being restarted.
const LOWEST = 20_000
const HIGHEST = 32_000

/** The ports that are set, else those of the last time that are free still, else free ones. */
export async function choosePorts(environment: NodeJS.ProcessEnv, last: Partial<Ports> = {}): Promise<Ports> {
  const chosen = new Map<string, number>()
  const isTaken = async (port: number) => [...chosen.values()].includes(port) || !(await isFree(port))

  for (const [name, variable] of Object.entries(PORTS)) {
    if (environment[variable]) chosen.set(name, parsePort(variable, environment[variable]))
  }
  for (const name of Object.keys(PORTS) as (keyof Ports)[]) {
    if (chosen.has(name)) continue
    let port = last[name]
    while (port === undefined || (await isTaken(port))) port = randomInt(LOWEST, HIGHEST)
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

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const { promise, resolve } = Promise.withResolvers<boolean>()
  server.once('error', () => resolve(false))
  server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  return promise
}
