import { readFile } from 'node:fs/promises'
import type { ServiceName, StackOptions } from '@render/local'
import { startTestStack, type TestStack } from './start-stack.ts'
import { startToxicProxy, type ToxicProxy } from '../servers/toxic-proxy.ts'

/** The servers that each service connects to, and the variables with their URLs. */
const DEPENDENCIES = {
  gateway: { redis: 'REDIS_URL', management: 'MANAGEMENT_INTERNAL_URL' },
  'render-worker': { redis: 'REDIS_URL' },
  'webhook-dispatcher': { redis: 'REDIS_URL', management: 'MANAGEMENT_INTERNAL_URL' },
  management: { redis: 'REDIS_URL', postgres: 'DATABASE_URL' },
} as const satisfies Record<ServiceName, Record<string, string>>

export type Links = {
  [Service in ServiceName]: { [Server in keyof (typeof DEPENDENCIES)[Service]]: ToxicProxy }
}

export interface FaultStack extends TestStack {
  /** Proxies between each service and its dependencies. Further instances of a service connect directly. */
  links: Links
  /** Direct URL with all rights, bypassing the proxies. */
  redisUrl: string
  databaseUrl: string
  /** Redirects connections to management's internal API to another port, as a load balancer would. */
  sendToManagement(port: number): void
}

/** Starts the whole service with a toxic proxy between each service and each of its dependencies. */
export async function startFaultStack({
  random,
  ...options
}: StackOptions & { random?: () => number } = {}): Promise<FaultStack> {
  await using starting = new AsyncDisposableStack()
  const direct = new Map<string, URL>()
  const links: Record<string, Record<string, ToxicProxy>> = {}
  for (const [service, servers] of Object.entries(DEPENDENCIES)) {
    links[service] = {}
    for (const [server, variable] of Object.entries(servers)) {
      const target = () => {
        const { hostname, port } = direct.get(variable)!
        return { host: hostname, port: Number(port) }
      }
      links[service][server] = starting.use(await startToxicProxy(target, random))
    }
  }

  /** The metrics port of the first instance of each service. */
  const firsts = new Map<string, string>()
  const stack = starting.use(
    await startTestStack({
      ...options,
      adjustEnvironment(service, environment) {
        const own = environment.METRICS_PORT!
        if (!firsts.has(service)) firsts.set(service, own)
        if (firsts.get(service) !== own) return environment
        const linked = Object.entries(DEPENDENCIES[service]).map(([server, variable]) => {
          const url = new URL(environment[variable]!)
          direct.set(variable, new URL(url))
          url.port = String(links[service]![server]!.port)
          return [variable, url.href.replace(/\/$/, '')]
        })
        const adjusted = { ...environment, ...Object.fromEntries(linked) }
        return options.adjustEnvironment?.(service, adjusted) ?? adjusted
      },
    }),
  )
  const owned = starting.move()
  const dispose = () => owned.disposeAsync()
  return {
    ...stack,
    links: links as unknown as Links,
    redisUrl: await redisUrlOf(stack),
    databaseUrl: direct.get('DATABASE_URL')!.href,
    sendToManagement: (port) => void (direct.get('MANAGEMENT_INTERNAL_URL')!.port = String(port)),
    stop: dispose,
    [Symbol.asyncDispose]: dispose,
  }
}

/** Returns the URL of the stack's Redis for all rights; the services have users of their own. */
async function redisUrlOf({ info }: TestStack): Promise<string> {
  const secrets = JSON.parse(await readFile(`${info.directories.state}/secrets.json`, 'utf8')) as {
    redisPassword: string
  }
  return `redis://:${secrets.redisPassword}@127.0.0.1:${info.ports.redis}`
}
