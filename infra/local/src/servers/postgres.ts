// The stack's private Postgres, on 127.0.0.1 and with a password.
import { existsSync } from 'node:fs'
import { Client, type QueryResult } from 'pg'
import { clusterEnvironment, initialiseCluster } from './initialise-cluster.ts'
import { postgresBinaries } from './postgres-binaries.ts'
import { postgresDirectory, SHARED_DIRECTORY } from './postgres-directory.ts'
import { postgresUser } from './postgres-user.ts'
import { NeverReadyError, type ProcessSpec } from '../process/process-spec.ts'

export interface PostgresSettings {
  /** Contains the data folder, unless the database user cannot reach it. */
  stateDirectory: string
  logFile: string
  port: number
  password: string
  report: (line: string) => void
  /** Cancels the creation of a new database. */
  signal?: AbortSignal
}

const NAME = 'render'

export function postgresUrl(
  { port, password }: Pick<PostgresSettings, 'port' | 'password'>,
  database = NAME,
): string {
  return `postgresql://${NAME}:${password}@127.0.0.1:${port}/${database}`
}

/** Prepares a private Postgres, creating the cluster at first use, and returns how to run it. */
export async function postgresProcess(
  settings: PostgresSettings,
): Promise<ProcessSpec & { dataDirectory: string }> {
  const user = postgresUser(settings.report)
  const { binaries, version } = postgresBinaries(user, SHARED_DIRECTORY)
  const directory = postgresDirectory(settings.stateDirectory, user)
  const dataDirectory = `${directory}/data`
  if (!existsSync(dataDirectory)) {
    settings.report('Creating the database (first start only)')
    await initialiseCluster({ ...settings, superuser: NAME, binaries, version, dataDirectory, user })
  }

  const options = { port: settings.port, listen_addresses: '127.0.0.1', unix_socket_directories: '' }
  return {
    name: 'postgres',
    kind: 'server',
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
    // SIGINT disconnects clients and stops; SIGTERM would wait for every client to disconnect.
    stopSignal: 'SIGINT',
    graceMs: 20_000,
  }
}

/** @throws {Error} unless a Postgres answers at the URL. */
export async function probePostgres(url: string): Promise<void> {
  await query(url, 'select 1')
}

/** Creates the service's database if it does not exist. */
export async function createDatabase(settings: Pick<PostgresSettings, 'port' | 'password'>): Promise<void> {
  const server = postgresUrl(settings, 'postgres')
  const { rowCount } = await query(server, `select from pg_database where datname = '${NAME}'`)
  if (rowCount === 0) await query(server, `create database ${NAME}`)
}

async function query(url: string, text: string): Promise<QueryResult> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return await client.query(text)
  } catch (error) {
    if ((error as { code?: string }).code === '28P01') {
      throw new NeverReadyError(
        'The database was created with another password than the stored one: remove the state folder to start afresh.',
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
