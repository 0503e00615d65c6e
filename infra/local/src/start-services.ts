import type { Crew } from './crew.ts'
import { declaredNames } from './declared-names.ts'
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

/** Starts the four services side by side; resolves when all of them are ready. */
export async function startServices(
  crew: Crew,
  facts: Facts,
  settings: ServiceSettings,
): Promise<Record<ServiceName, SupervisedProcess>> {
  const {
    environment,
    logs,
    nodeArguments = {},
    adjustEnvironment = (_, composed) => composed,
    report,
  } = settings
  const programs = Object.fromEntries(PROGRAMS.map((name) => [name, process.env[name]]))
  const user = { ...programs, ...environment }
  const declared = await Promise.all(
    SERVICES.map(async (service) => [service, await declaredNames(service)] as const),
  )

  const started = declared.map(async ([service, names]) => {
    const spec = serviceProcess(service, {
      ports: facts.ports,
      logFile: `${logs}/${service}.log`,
      nodeArguments: nodeArguments[service] ?? [],
      environment: () =>
        adjustEnvironment(service, composeEnvironment(service, { declared: names, user, facts })),
    })
    const process = await crew.add(spec)
    report(`${service} is ready`)
    return [service, process] as const
  })
  return Object.fromEntries(await Promise.all(started)) as Record<ServiceName, SupervisedProcess>
}
