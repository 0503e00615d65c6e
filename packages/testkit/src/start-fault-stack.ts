import type { ServiceName, StackOptions } from '@render/local'
import { startTestStack, type TestStack } from './start-stack.ts'
import { startToxicProxy, type ToxicProxy } from './toxic-proxy.ts'

/** What each service reaches, and the variable that says where it is. */
const REACHED = {
  gateway: { redis: 'REDIS_URL', management: 'MANAGEMENT_INTERNAL_URL' },
  'render-worker': { redis: 'REDIS_URL' },
  'webhook-dispatcher': { redis: 'REDIS_URL', management: 'MANAGEMENT_INTERNAL_URL' },
  management: { redis: 'REDIS_URL', postgres: 'DATABASE_URL' },
} as const satisfies Record<ServiceName, Record<string, string>>

export type Links = {
  [Service in ServiceName]: { [Server in keyof (typeof REACHED)[Service]]: ToxicProxy }
}

export interface FaultStack extends TestStack {
  /** Between each service and what it reaches. Others of a service that are started later reach everything directly. */
  links: Links
  /** For whoever looks from outside, past the links. */
  redisUrl: string
  databaseUrl: string
  /** Says at which port management's internal API is reached from now on, as a balancer would. */
  sendToManagement(port: number): void
}

/** The whole service with a toxic proxy before each dependency of each service. */
export async function startFaultStack({
  random,
  ...options
}: StackOptions & { random?: () => number } = {}): Promise<FaultStack> {
  await using starting = new AsyncDisposableStack()
  const direct = new Map<string, URL>()
  const links: Record<string, Record<string, ToxicProxy>> = {}
  for (const [service, servers] of Object.entries(REACHED)) {
    links[service] = {}
    for (const [server, variable] of Object.entries(servers)) {
      const target = () => {
        const { hostname, port } = direct.get(variable)!
        return { host: hostname, port: Number(port) }
      }
      links[service][server] = starting.use(await startToxicProxy(target, random))
    }
  }

  /** The first of each service, by the port that it has for itself. */
  const firsts = new Map<string, string>()
  const stack = starting.use(
    await startTestStack({
      ...options,
      adjustEnvironment(service, environment) {
        const own = environment.METRICS_PORT!
        if (!firsts.has(service)) firsts.set(service, own)
        if (firsts.get(service) !== own) return environment
        const linked = Object.entries(REACHED[service]).map(([server, variable]) => {
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
  const kept = starting.move()
  const dispose = () => kept.disposeAsync()
  return {
    ...stack,
    links: links as unknown as Links,
    redisUrl: direct.get('REDIS_URL')!.href,
    databaseUrl: direct.get('DATABASE_URL')!.href,
    sendToManagement: (port) => void (direct.get('MANAGEMENT_INTERNAL_URL')!.port = String(port)),
    stop: dispose,
    [Symbol.asyncDispose]: dispose,
  }
}
