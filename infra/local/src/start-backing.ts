// What the services stand on: Redis and Postgres, the user's or the stack's own.
import { dirname } from 'node:path'
import type { Crew } from './crew.ts'
import type { StateDirectory } from './open-state.ts'
import type { Ports } from './ports.ts'
import { createDatabase, postgresProcess, postgresUrl, probePostgres } from './postgres.ts'
import { probeRedis, redisProcess, redisUrl } from './redis.ts'
import type { Secrets } from './secrets.ts'
import type { SupervisedProcess } from './supervise.ts'

export interface BackingSettings {
  state: StateDirectory
  logs: string
  environment: NodeJS.ProcessEnv
  ports: Ports
  secrets: Secrets
  report: (line: string) => void
}

/** Where it answers, and what is ours of it. */
export interface Backing {
  url: string
  directory?: string
  process?: SupervisedProcess
}

/** The Redis that REDIS_URL names, else one of the stack's own. */
export async function startRedis(crew: Crew, settings: BackingSettings): Promise<Backing> {
  const { environment, state, logs, ports, secrets } = settings
  if (environment.REDIS_URL) return answering('REDIS_URL', environment.REDIS_URL, probeRedis)

  const own = { port: ports.redis, password: secrets.redisPassword }
  const directory = `${state.path}/redis`
  const spec = redisProcess({
    ...own,
    dataDirectory: directory,
    binDirectory: `${state.path}/bin`,
    logFile: `${logs}/redis.log`,
  })
  return { url: redisUrl(own), directory, process: await crew.add(spec) }
}

/** The Postgres that DATABASE_URL names, else one of the stack's own. */
export async function startPostgres(crew: Crew, settings: BackingSettings): Promise<Backing> {
  const { environment, state, logs, ports, secrets, report } = settings
  if (environment.DATABASE_URL) return answering('DATABASE_URL', environment.DATABASE_URL, probePostgres)

  const own = { port: ports.postgres, password: secrets.postgresPassword }
  const logFile = `${logs}/postgres.log`
  const spec = await postgresProcess({
    ...own,
    stateDirectory: state.path,
    logFile,
    report,
    signal: crew.closing,
  })
  const process = await crew.add(spec)
  await createDatabase(own)
  return { url: postgresUrl(own), directory: dirname(spec.dataDirectory), process }
}

async function answering(
  variable: string,
  url: string,
  probe: (url: string) => Promise<void>,
): Promise<Backing> {
  try {
    await probe(url)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`What ${variable} names does not answer: ${reason}`, { cause: error })
  }
  return { url }
}
