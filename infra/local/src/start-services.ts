import type { Crew } from './crew.ts'
import { declaredNames } from './declared-names.ts'
import { choosePorts, type Ports } from './ports.ts'
import { composeEnvironment, SERVICES, type Facts, type ServiceName } from './service-environment.ts'
import { serviceProcess } from './service-process.ts'
import type { SupervisedProcess } from './supervise.ts'

export interface ServiceSettings {
  logs: string
  environment: NodeJS.ProcessEnv
  nodeArguments?: Partial<Record<ServiceName, readonly string[]>>
  adjustEnvironment?: (service: ServiceName, environment: Record<string, string>) => NodeJS.ProcessEnv
  report: (line: string) => void
}

/** Variables that point at programs of this machine: taken from our own environment when the stack's is silent. */
const PROGRAMS = [
  'CHROMIUM_PATH',
  'FULL_CHROMIUM_PATH',
  'CHROME_PATH',
  'BROWSER_DISPLAY',
  'CHROMIUM_SANDBOX',
  'CHROMIUM_UID',
]

/** The ports of a service that are its own. */
const OWN_PORTS: Record<ServiceName, readonly (keyof Ports)[]> = {
  gateway: ['gateway', 'gatewayMetrics'],
  'render-worker': ['workerMetrics'],
  'webhook-dispatcher': ['dispatcherMetrics'],
  management: ['management', 'managementInternal', 'managementMetrics'],
}

export interface Services {
  processes: Record<ServiceName, SupervisedProcess>
  /** Starts one more of a service, on ports of its own; resolves when it is ready. */
  startAnother(service: ServiceName): Promise<{ process: SupervisedProcess; ports: Ports }>
}

/** Starts the four services side by side; resolves when all of them are ready. */
export async function startServices(crew: Crew, facts: Facts, settings: ServiceSettings): Promise<Services> {
  const {
    environment,
    logs,
    nodeArguments = {},
    adjustEnvironment = (_, composed) => composed,
    report,
  } = settings
  const programs = Object.fromEntries(PROGRAMS.map((name) => [name, process.env[name]]))
  const user = { ...programs, ...environment }
  const declared = Object.fromEntries(
    await Promise.all(SERVICES.map(async (service) => [service, await declaredNames(service)])),
  ) as Record<ServiceName, string[]>

  async function start(service: ServiceName, { name, ports }: { name: string; ports: Ports }) {
    const composed = () =>
      composeEnvironment(service, { declared: declared[service], user, facts: { ...facts, ports } })
    const spec = serviceProcess(service, {
      name,
      ports,
      logFile: `${logs}/${name}.log`,
      nodeArguments: nodeArguments[service] ?? [],
      environment: () => adjustEnvironment(service, composed()),
    })
    const process = await crew.add(spec)
    report(`${name} is ready`)
    return process
  }

  let others = 0
  const started = SERVICES.map(
    async (service) => [service, await start(service, { name: service, ports: facts.ports })] as const,
  )
  return {
    processes: Object.fromEntries(await Promise.all(started)) as Services['processes'],
    async startAnother(service) {
      const fresh = await choosePorts({})
      const own = Object.fromEntries(OWN_PORTS[service].map((port) => [port, fresh[port]]))
      const ports = { ...facts.ports, ...own }
      const process = await start(service, { name: `${service}-${(others += 1)}`, ports })
      return { process, ports }
    },
  }
}
