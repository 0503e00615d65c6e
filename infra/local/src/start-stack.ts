import { rmSync } from 'node:fs'
import { claim } from './claim.ts'
import { createCrew } from './crew.ts'
import { makeLogDirectory } from './log-file.ts'
import { openState } from './open-state.ts'
import { choosePorts, type Ports } from './ports.ts'
import { prepareDatabase } from './prepare-database.ts'
import { keepSecrets, type Secrets } from './secrets.ts'
import type { ServiceName } from './service-environment.ts'
import { endLeftovers, stackFile, type StackFile, type StackInfo } from './stack-file.ts'
import { startPostgres, startRedis } from './start-backing.ts'
import { startServices, type Services, type ServiceSettings } from './start-services.ts'
import type { SupervisedProcess } from './supervise.ts'

export interface StackOptions extends Pick<ServiceSettings, 'nodeArguments' | 'adjustEnvironment'> {
  /** Where all state lies; without it a temporary folder that is gone after the stop. */
  directory?: string
  /** What a user's shell would hold: PORT, SLOTS, EGRESS_ALLOW, REDIS_URL and the like. */
  environment?: NodeJS.ProcessEnv
  /** Is told of progress and of restarts. */
  report?: (text: string) => void
  /** Gives up starting. */
  signal?: AbortSignal
}

export interface Stack extends AsyncDisposable {
  readonly info: StackInfo
  /** Redis and Postgres are there unless the environment pointed at others. */
  readonly processes: Readonly<
    Record<ServiceName, SupervisedProcess> & Partial<Record<'redis' | 'postgres', SupervisedProcess>>
  >
  readonly startAnother: Services['startAnother']
  /** Ends everything in order; resolves when no process is left. */
  stop(): Promise<void>
  /** Ends everything at once. */
  kill(): Promise<void>
}

/**
 * Starts the whole service: Redis and Postgres unless REDIS_URL and DATABASE_URL name others, then the four services,
 * all of them supervised. Resolves when every one is ready; when one cannot get there, ends all and throws.
 * @throws {AlreadyRunning} when another process supervises a stack on that folder.
 */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const { environment = {}, report = () => {}, signal } = options
  await using resources = new AsyncDisposableStack()
  const state = resources.use(await openState(options.directory))
  resources.use(claim(state.path))
  const file = stackFile(state.path)
  const last = file.read()
  const leftovers = last ? await endLeftovers(last) : []
  if (leftovers.length > 0) report(`Ended what an earlier start left behind: ${leftovers.join(', ')}`)

  const ports = await choosePorts(environment, last?.ports)
  const secrets = await keepSecrets(`${state.path}/secrets.json`)
  const logs = makeLogDirectory(`${state.path}/logs`)
  const artefacts = environment.STORAGE_PATH ?? `${state.path}/artefacts`
  const info = describe(ports, secrets, { state: state.path, logs, artefacts })

  let phase: StackFile['state'] = 'starting'
  const record = () => file.write({ ...info, state: phase, processes: crew.recorded() })
  const crew = createCrew({ changed: record, report })
  resources.defer(() => {
    phase = 'stopped'
    record()
    if (state.temporary && info.directories.postgres)
      rmSync(info.directories.postgres, { recursive: true, force: true })
  })
  resources.use(crew)

  const start = async () => {
    const backing = { state, logs, environment, ports, secrets, report }
    const [redis, postgres] = await Promise.all([
      crew.track(startRedis(crew, backing)),
      crew.track(startPostgres(crew, backing)),
    ])
    Object.assign(info.directories, { redis: redis.directory, postgres: postgres.directory })
    report('redis and postgres are ready')
    await prepareDatabase({ databaseUrl: postgres.url, secrets, environment, logs, signal: crew.closing })
    const facts = {
      ports,
      secrets,
      redisUrl: redis.url,
      databaseUrl: postgres.url,
      artefactDirectory: artefacts,
    }
    const services = await startServices(crew, facts, { ...options, logs, environment, report })
    return {
      processes: { ...services.processes, redis: redis.process, postgres: postgres.process },
      startAnother: (service: ServiceName) => services.startAnother(service),
    }
  }
  const started = await unlessAborted(crew.track(start()), signal)
  phase = 'running'
  record()

  const owned = resources.move()
  return {
    info,
    ...started,
    stop: () => owned.disposeAsync(),
    async kill() {
      await crew.kill()
      await owned.disposeAsync()
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

function describe(ports: Ports, secrets: Secrets, directories: StackInfo['directories']): StackInfo {
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
