import type { DeploymentSecrets } from '@render/vault'
import { rmSync } from 'node:fs'
import { acquireSupervisorLock } from '../state/supervisor-lock.ts'
import { createProcessGroup } from '../process/process-group.ts'
import { makeLogDirectory } from '../process/log-file.ts'
import { openStateDirectory } from '../state/state-directory.ts'
import { choosePorts, type Ports } from '../state/ports.ts'
import { stackPrograms } from '../programs/stack-programs.ts'
import { prepareDatabase } from './prepare-database.ts'
import { loadOrCreateSecrets } from '../state/secrets.ts'
import type { ServiceName } from './service-environment.ts'
import { endLeftovers, stackFile, type StackFile, type StackInfo } from '../state/stack-file.ts'
import { startPostgres, startRedis } from '../servers/start-servers.ts'
import { startServices, type Services, type ServiceSettings } from './start-services.ts'
import type { SupervisedProcess } from '../process/supervise.ts'

export interface StackOptions extends Pick<ServiceSettings, 'nodeArguments' | 'adjustEnvironment'> {
  /** State folder; by default a temporary one that is removed after the stop. */
  directory?: string
  /** The user's environment: PORT, SLOTS, EGRESS_ALLOW, REDIS_URL and the like. */
  environment?: NodeJS.ProcessEnv
  /** Receives progress messages and restarts. */
  report?: (text: string) => void
  /** Cancels the start. */
  signal?: AbortSignal
}

export interface Stack extends AsyncDisposable {
  readonly info: StackInfo
  /** Redis and Postgres are undefined when the environment names existing ones. */
  readonly processes: Readonly<
    Record<ServiceName, SupervisedProcess> & Partial<Record<'redis' | 'postgres', SupervisedProcess>>
  >
  readonly startAnother: Services['startAnother']
  /** Stops everything in order; resolves when no process is left. */
  stop(): Promise<void>
  /** Kills everything at once. */
  kill(): Promise<void>
}

/**
 * Starts the whole service: Redis and Postgres unless REDIS_URL and DATABASE_URL name existing ones, then the four
 * services, all supervised. Resolves when all are ready; stops all when one fails to become ready.
 * @throws {AlreadyRunning} when another process supervises a stack in that folder; {Error} when one fails to become ready.
 */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const { environment = {}, report = () => {}, signal } = options
  await using resources = new AsyncDisposableStack()
  const state = resources.use(await openStateDirectory(options.directory))
  resources.use(acquireSupervisorLock(state.path))
  const file = stackFile(state.path)
  const last = file.read()
  const leftovers = last ? await endLeftovers(last) : []
  if (leftovers.length > 0) report(`Ended leftover processes of an earlier start: ${leftovers.join(', ')}`)

  const ports = await choosePorts(environment, last?.ports)
  const secrets = await loadOrCreateSecrets(`${state.path}/secrets.json`)
  const logs = makeLogDirectory(`${state.path}/logs`)
  const artefacts = environment.STORAGE_PATH ?? `${state.path}/artefacts`
  const info = describe(ports, secrets, { state: state.path, logs, artefacts })

  let phase: StackFile['state'] = 'starting'
  const record = () => file.write({ ...info, state: phase, processes: group.recorded() })
  const group = createProcessGroup({ changed: record, report })
  resources.defer(() => {
    phase = 'stopped'
    record()
    if (state.temporary && info.directories.postgres)
      rmSync(info.directories.postgres, { recursive: true, force: true })
  })
  resources.use(group)

  const start = async () => {
    const settings = { state, logs, environment, ports, secrets, report }
    const programs = await stackPrograms()
    const starting = group.track(startPostgres(group, settings))
    const prepare = async () => {
      const { url: databaseUrl, directory } = await starting
      info.directories.postgres = directory
      await prepareDatabase({ databaseUrl, programs, secrets, environment, logs, signal: group.closing })
      return databaseUrl
    }
    const database = group.track(prepare())
    // `startServices` waits for it, unless Redis fails before.
    database.catch(() => undefined)
    const redis = await group.track(startRedis(group, settings))
    info.directories.redis = redis.directory
    const connections = { ports, secrets, redisUrlOf: redis.urlOf, artefactDirectory: artefacts }
    const services = await startServices(group, connections, {
      ...options,
      programs,
      database,
      logs,
      environment,
      report,
    })
    const postgres = await starting
    return {
      processes: { ...services.processes, redis: redis.process, postgres: postgres.process },
      startAnother: (service: ServiceName) => services.startAnother(service),
    }
  }
  const started = await unlessAborted(group.track(start()), signal)
  phase = 'running'
  record()

  const owned = resources.move()
  return {
    info,
    ...started,
    stop: () => owned.disposeAsync(),
    async kill() {
      await group.kill()
      await owned.disposeAsync()
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

function describe(
  ports: Ports,
  secrets: DeploymentSecrets,
  directories: StackInfo['directories'],
): StackInfo {
  const { secretKey, publishableKey, webhookSecret, organisationKey, operatorToken } = secrets
  return {
    baseUrl: `http://127.0.0.1:${ports.gateway}`,
    managementUrl: `http://127.0.0.1:${ports.management}/v2`,
    secretKey,
    publishableKey,
    webhookSecret,
    organisationKey,
    operatorToken,
    ports,
    directories,
  }
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  const aborted = Promise.withResolvers<never>()
  const onAbort = () => aborted.reject(signal.reason)
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort)
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
