import type { Ports } from './ports.ts'
import type { Secrets } from './secrets.ts'

/** In the order in which they start; they stop in the opposite one. */
export const SERVICES = ['management', 'webhook-dispatcher', 'render-worker', 'gateway'] as const

export type ServiceName = (typeof SERVICES)[number]

/** What a process needs of the machine, whatever it does. */
const OF_THE_MACHINE =
  'PATH HOME USER TMPDIR LANG LC_ALL TZ NODE_EXTRA_CA_CERTS SSL_CERT_FILE SSL_CERT_DIR'.split(' ')

/** Some shells export HOST as the name of the machine. */
const LOOPBACK = { HOST: '127.0.0.1' }

export interface Facts {
  ports: Ports
  secrets: Secrets
  redisUrl: string
  databaseUrl: string
  artefactDirectory: string
}

/**
 * The environment of a service: what the machine needs, and of the rest only the names that the service's configuration
 * declares. What wires the stack together is ours; anything else the user's environment may set.
 */
export function composeEnvironment(
  service: ServiceName,
  { declared, user, facts }: { declared: Iterable<string>; user: NodeJS.ProcessEnv; facts: Facts },
): Record<string, string> {
  const known = { ...suggested(facts, user), ...user, ...wiring(service, facts) }
  return { ...machineEnvironment(), ...pick(known, declared) }
}

/** What every process gets. */
export function machineEnvironment(): Record<string, string> {
  return pick(process.env, OF_THE_MACHINE)
}

/** What connects the services of one stack. */
export function wiring(service: ServiceName, facts: Facts): Record<string, string> {
  const { ports, secrets, redisUrl, databaseUrl } = facts
  const own = {
    OWN_LISTENERS: Object.values(ports)
      .map((port) => `127.0.0.1:${port}`)
      .join(','),
  }
  const internal = {
    MANAGEMENT_INTERNAL_URL: `http://127.0.0.1:${ports.managementInternal}`,
    REDIS_URL: redisUrl,
  }
  switch (service) {
    case 'gateway':
      return {
        ...internal,
        ...own,
        ...LOOPBACK,
        PORT: String(ports.gateway),
        METRICS_PORT: String(ports.gatewayMetrics),
        MANAGEMENT_TOKEN: secrets.gatewayToken,
        WORKER_PUBLIC_KEY: JSON.stringify(secrets.workerKeys.publicKey),
        DISPATCHER_PUBLIC_KEY: JSON.stringify(secrets.dispatcherKeys.publicKey),
      }
    case 'render-worker':
      return {
        REDIS_URL: redisUrl,
        METRICS_PORT: String(ports.workerMetrics),
        WORKER_PRIVATE_KEYS: JSON.stringify([secrets.workerKeys.privateKey]),
      }
    case 'webhook-dispatcher':
      return {
        ...internal,
        ...own,
        METRICS_PORT: String(ports.dispatcherMetrics),
        MANAGEMENT_TOKEN: secrets.dispatcherToken,
        DISPATCHER_PRIVATE_KEYS: JSON.stringify([secrets.dispatcherKeys.privateKey]),
      }
    case 'management':
      return {
        REDIS_URL: redisUrl,
        ...own,
        DATABASE_URL: databaseUrl,
        ...LOOPBACK,
        PORT: String(ports.management),
        INTERNAL_PORT: String(ports.managementInternal),
        METRICS_PORT: String(ports.managementMetrics),
        GATEWAY_TOKEN: secrets.gatewayToken,
        DISPATCHER_TOKEN: secrets.dispatcherToken,
        OPERATOR_TOKEN: secrets.operatorToken,
        AUTH_SECRET: secrets.authSecret,
        VAULT_KEYS: JSON.stringify(secrets.vaultKeys),
        DISPATCHER_PUBLIC_KEY: JSON.stringify(secrets.dispatcherKeys.publicKey),
        WORKER_PUBLIC_KEY: JSON.stringify(secrets.workerKeys.publicKey),
      }
  }
}

/** What the user's environment may set otherwise. */
function suggested(
  { ports, secrets, artefactDirectory }: Facts,
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
