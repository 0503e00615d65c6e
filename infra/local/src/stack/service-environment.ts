import { pathToFileURL } from 'node:url'
import { secretVariables, type DeploymentSecrets } from '@render/vault'
import { checkout } from '../state/checkout.ts'
import type { Ports } from '../state/ports.ts'

/** The four services; they start and stop together. */
export const SERVICES = ['management', 'webhook-dispatcher', 'render-worker', 'gateway'] as const

export type ServiceName = (typeof SERVICES)[number]

/** The ports on which each service listens, by the variables that set them. */
export const SERVICE_PORTS: Record<
  ServiceName,
  { METRICS_PORT: keyof Ports; PORT?: keyof Ports; INTERNAL_PORT?: keyof Ports }
> = {
  gateway: { PORT: 'gateway', METRICS_PORT: 'gatewayMetrics' },
  'render-worker': { METRICS_PORT: 'workerMetrics' },
  'webhook-dispatcher': { METRICS_PORT: 'dispatcherMetrics' },
  management: { PORT: 'management', INTERNAL_PORT: 'managementInternal', METRICS_PORT: 'managementMetrics' },
}

/** Variables that every process inherits. */
const MACHINE_VARIABLES =
  'PATH HOME USER TMPDIR LANG LC_ALL TZ NODE_EXTRA_CA_CERTS SSL_CERT_FILE SSL_CERT_DIR'.split(' ')

/** Set explicitly because some shells export HOST as the machine's name. */
const LOOPBACK = { HOST: '127.0.0.1' }

/** Addresses and secrets of a stack, from which the services are configured. */
export interface Connections {
  ports: Ports
  secrets: DeploymentSecrets
  redisUrlOf: (service: ServiceName) => string
  /** Only management gets it. */
  databaseUrl?: string
  artefactDirectory: string
}

/**
 * Composes the environment of a service: the machine's variables, and of the rest only those that the service's
 * configuration declares. The user's environment overrides the defaults but not what connects the stack.
 */
export function composeEnvironment(
  service: ServiceName,
  {
    declared,
    user,
    connections,
  }: { declared: Iterable<string>; user: NodeJS.ProcessEnv; connections: Connections },
): Record<string, string> {
  const wired = wiring(service, connections)
  const listeners = [wired.OWN_LISTENERS, user.OWN_LISTENERS].filter(Boolean).join(',')
  const known = { ...defaults(connections, user), ...user, ...wired, OWN_LISTENERS: listeners }
  return { ...machineEnvironment(), ...pick(known, declared) }
}

/** Returns the names of the environment variables that a service's configuration reads. */
export async function declaredNames(service: ServiceName): Promise<string[]> {
  const config = pathToFileURL(`${checkout}/services/${service}/src/config.ts`).href
  const { environment } = (await import(config)) as { environment: Record<string, unknown> }
  return Object.keys(environment)
}

/**
 * Returns the variables of every process of a stack: the machine's, and the folder in which Node keeps compiled modules,
 * because importing them is most of what a start costs.
 */
export function machineEnvironment(): Record<string, string> {
  return { ...pick(process.env, MACHINE_VARIABLES), NODE_COMPILE_CACHE: `${checkout}/.local/compile-cache` }
}

/** Returns the variables that connect the services of one stack. */
export function wiring(service: ServiceName, connections: Connections): NodeJS.ProcessEnv {
  const { ports, secrets, databaseUrl } = connections
  const portVariables = Object.entries(SERVICE_PORTS[service]).map(([name, port]) => [
    name,
    String(ports[port]),
  ])
  const common: NodeJS.ProcessEnv = {
    REDIS_URL: connections.redisUrlOf(service),
    ...Object.fromEntries(portVariables),
    OWN_LISTENERS: Object.values(ports)
      .map((port) => `127.0.0.1:${port}`)
      .join(','),
    ...secretVariables(secrets)[service],
  }
  const internal = { MANAGEMENT_INTERNAL_URL: `http://127.0.0.1:${ports.managementInternal}` }
  switch (service) {
    case 'gateway':
      return { ...common, ...internal, ...LOOPBACK }
    case 'render-worker':
      return common
    case 'webhook-dispatcher':
      return { ...common, ...internal }
    case 'management':
      return { ...common, ...LOOPBACK, DATABASE_URL: databaseUrl }
  }
}

/** Returns the variables that the user's environment may override. */
function defaults(
  { ports, secrets, artefactDirectory }: Connections,
  user: NodeJS.ProcessEnv,
): Record<string, string> {
  const gateway = `http://127.0.0.1:${ports.gateway}`
  return {
    PUBLIC_URL: gateway,
    ARTEFACT_URL: user.PUBLIC_URL ?? gateway,
    MANAGEMENT_PUBLIC_URL: `http://127.0.0.1:${ports.management}`,
    STORAGE_PATH: artefactDirectory,
    WEB_BOT_AUTH_KEY: JSON.stringify(secrets.botKeys.privateKey),
    WEB_BOT_AUTH_PUBLIC_KEYS: JSON.stringify([secrets.botKeys.publicKey]),
    WEB_BOT_AUTH_AGENT: user.PUBLIC_URL ?? gateway,
  }
}

function pick(source: NodeJS.ProcessEnv, names: Iterable<string>): Record<string, string> {
  const entries = [...names].map((name) => [name, source[name]] as const)
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined))
}
