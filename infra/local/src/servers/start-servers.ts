// Starts Redis and Postgres for the services, unless the user's environment names existing ones.
import { dirname } from 'node:path'
import type { ProcessGroup } from '../process/process-group.ts'
import type { StateDirectory } from '../state/state-directory.ts'
import type { Ports } from '../state/ports.ts'
import { createDatabase, postgresProcess, postgresUrl, probePostgres } from './postgres.ts'
import type { DeploymentSecrets, RedisUser } from '@render/vault'
import { probeRedis, redisProcess, redisUrl } from './redis.ts'
import type { SupervisedProcess } from '../process/supervise.ts'

export interface ServerSettings {
  state: StateDirectory
  logs: string
  environment: NodeJS.ProcessEnv
  ports: Ports
  secrets: DeploymentSecrets
  report: (line: string) => void
}

export interface StartedServer {
  url: string
  /** Data folder and process; undefined when the user's server is used. */
  directory?: string
  process?: SupervisedProcess
}

export interface StartedRedis extends StartedServer {
  /** Returns the URL with which a service connects. A private server has a user for each. */
  urlOf: (service: RedisUser) => string
}

/** Returns the Redis at REDIS_URL, or starts a private one. */
export async function startRedis(group: ProcessGroup, settings: ServerSettings): Promise<StartedRedis> {
  const { environment, state, logs, ports, secrets } = settings
  if (environment.REDIS_URL) {
    const existing = await useExisting('REDIS_URL', environment.REDIS_URL, probeRedis)
    return { ...existing, urlOf: () => existing.url }
  }

  const own = { port: ports.redis, password: secrets.redisPassword }
  const directory = `${state.path}/redis`
  const spec = redisProcess({
    ...own,
    dataDirectory: directory,
    binDirectory: `${state.path}/bin`,
    logFile: `${logs}/redis.log`,
  })
  const process = await group.add(spec)
  return { url: redisUrl(own), urlOf: (user) => redisUrl(own, user), directory, process }
}

/** Returns the Postgres at DATABASE_URL, or starts a private one. */
export async function startPostgres(group: ProcessGroup, settings: ServerSettings): Promise<StartedServer> {
  const { environment, state, logs, ports, secrets, report } = settings
  if (environment.DATABASE_URL) return useExisting('DATABASE_URL', environment.DATABASE_URL, probePostgres)

  const own = { port: ports.postgres, password: secrets.postgresPassword }
  const logFile = `${logs}/postgres.log`
  const spec = await postgresProcess({
    ...own,
    stateDirectory: state.path,
    logFile,
    report,
    signal: group.closing,
  })
  const process = await group.add(spec)
  await createDatabase(own)
  return { url: postgresUrl(own), directory: dirname(spec.dataDirectory), process }
}

async function useExisting(
  variable: string,
  url: string,
  probe: (url: string) => Promise<void>,
): Promise<StartedServer> {
  try {
    await probe(url)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`${variable} must name a running server: ${reason}`, { cause: error })
  }
  return { url }
}
