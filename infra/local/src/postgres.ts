// A Postgres of the stack's own, on a port of 127.0.0.1 and with a password.
import { existsSync } from 'node:fs'
import { Client, type QueryResult } from 'pg'
import { clusterEnvironment, initialiseCluster } from './initialise-cluster.ts'
import { postgresBinaries } from './postgres-binaries.ts'
import { postgresPlace, SHARED_DIRECTORY } from './postgres-place.ts'
import { postgresUser } from './postgres-user.ts'
import { Hopeless, type ProcessSpec } from './process-spec.ts'

export interface PostgresSettings {
  /** Below it the data lie, unless the database's user cannot reach it. */
  stateDirectory: string
  logFile: string
  port: number
  password: string
  report: (line: string) => void
  /** Gives up making a new database. */
  signal?: AbortSignal
}

const NAME = 'render'

export function postgresUrl(
  { port, password }: Pick<PostgresSettings, 'port' | 'password'>,
  database = NAME,
): string {
  return `postgresql://${NAME}:${password}@127.0.0.1:${port}/${database}`
}

/** Prepares a private Postgres, with a new cluster at the first time, and tells how to run it. */
export async function postgresProcess(
  settings: PostgresSettings,
): Promise<ProcessSpec & { dataDirectory: string }> {
  const user = postgresUser(settings.report)
  const binaries = postgresBinaries(user, SHARED_DIRECTORY)
  const directory = postgresPlace(settings.stateDirectory, user)
  const dataDirectory = `${directory}/data`
  if (!existsSync(dataDirectory)) {
    settings.report('Making the database (the first time only)')
    await initialiseCluster({ ...settings, superuser: NAME, binaries, dataDirectory, user })
  }

  const options = { port: settings.port, listen_addresses: '127.0.0.1', unix_socket_directories: '' }
  return {
    name: 'postgres',
    dataDirectory,
    command: [
      `${binaries}/bin/postgres`,
      '-D',
      dataDirectory,
      ...Object.entries(options).flatMap(([option, value]) => ['-c', `${option}=${value}`]),
    ],
    environment: clusterEnvironment,
    workingDirectory: directory,
    user,
    logFile: settings.logFile,
    probe: () => probePostgres(postgresUrl(settings, 'postgres')),
    // SIGINT ends sessions and stops; SIGTERM would wait for every session to end by itself.
    stopSignal: 'SIGINT',
    graceMs: 20_000,
  }
}

/** Throws unless a Postgres answers there. */
export async function probePostgres(url: string): Promise<void> {
  await query(url, 'select 1')
}

/** Makes the service's database if it is not there. */
export async function createDatabase(settings: Pick<PostgresSettings, 'port' | 'password'>): Promise<void> {
  const server = postgresUrl(settings, 'postgres')
  const { rowCount } = await query(server, `select from pg_database where datname = '${NAME}'`)
  if (rowCount === 0) await query(server, `create database ${NAME}`)
}

async function query(url: string, text: string): Promise<QueryResult> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return await client.query(text)
  } catch (error) {
    if ((error as { code?: string }).code === '28P01') {
      throw new Hopeless(
        'The database was made with other secrets than those kept: remove the state folder to begin anew.',
        {
          cause: error,
        },
      )
    }
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}
