import type { ProcessGroup } from '../process/process-group.ts'
import { choosePorts, type Ports } from '../state/ports.ts'
import { sourceOf, type StackPrograms } from '../programs/stack-programs.ts'
import {
  composeEnvironment,
  SERVICE_PORTS,
  SERVICES,
  type Connections,
  type ServiceName,
} from './service-environment.ts'
import { serviceProcess } from './service-process.ts'
import type { SupervisedProcess } from '../process/supervise.ts'

export interface ServiceSettings {
  logs: string
  programs: StackPrograms
  /** The URL of the database, once it is prepared. */
  database: Promise<string>
  environment: NodeJS.ProcessEnv
  nodeArguments?: Partial<Record<ServiceName, readonly string[]>>
  adjustEnvironment?: (service: ServiceName, environment: Record<string, string>) => NodeJS.ProcessEnv
  report: (line: string) => void
}

/** Variables that name programs of this machine: inherited from this process unless the stack's environment sets them. */
const PROGRAMS = [
  'CHROMIUM_PATH',
  'FULL_CHROMIUM_PATH',
  'CHROME_PATH',
  'FFMPEG_PATH',
  'BROWSER_DISPLAY',
  'CHROMIUM_SANDBOX',
  'CHROMIUM_UID',
]

export interface Services {
  processes: Record<ServiceName, SupervisedProcess>
  /** Starts another instance of a service on its own ports; resolves when it is ready. */
  startAnother(service: ServiceName): Promise<{ process: SupervisedProcess; ports: Ports }>
}

/** Starts the four services in parallel, management when the database is prepared; resolves when all are ready. */
export async function startServices(
  group: ProcessGroup,
  connections: Omit<Connections, 'databaseUrl'>,
  settings: ServiceSettings,
): Promise<Services> {
  const {
    environment,
    logs,
    programs: { paths, declared },
    database,
    nodeArguments = {},
    adjustEnvironment = (_, composed) => composed,
    report,
  } = settings
  const machinePrograms = Object.fromEntries(PROGRAMS.map((name) => [name, process.env[name]]))
  const user = { ...machinePrograms, ...environment }

  async function start(service: ServiceName, { name, ports }: { name: string; ports: Ports }) {
    const databaseUrl = service === 'management' ? await database : undefined
    const composed = () =>
      composeEnvironment(service, {
        declared: declared[service],
        user,
        connections: { ...connections, databaseUrl, ports },
      })
    const given = nodeArguments[service] ?? []
    const spec = serviceProcess(service, {
      name,
      // Node watches the files that it imports.
      program: given.includes('--watch') ? sourceOf(service) : paths[service],
      ports,
      logFile: `${logs}/${name}.log`,
      nodeArguments: given,
      environment: () => adjustEnvironment(service, composed()),
    })
    const process = await group.add(spec)
    report(`${name} is ready`)
    return process
  }

  let others = 0
  const started = SERVICES.map(
    async (service) => [service, await start(service, { name: service, ports: connections.ports })] as const,
  )
  return {
    processes: Object.fromEntries(await Promise.all(started)) as Services['processes'],
    async startAnother(service) {
      const fresh = await choosePorts({})
      const own = Object.fromEntries(Object.values(SERVICE_PORTS[service]).map((port) => [port, fresh[port]]))
      const ports = { ...connections.ports, ...own }
      const process = await start(service, { name: `${service}-${(others += 1)}`, ports })
      return { process, ports }
    },
  }
}
