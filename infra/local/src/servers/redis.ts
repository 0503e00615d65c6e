// The stack's private Redis: survives a kill, evicts nothing, and requires a password.
import { accessSync, constants, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { redisPassword, redisUserLines, type RedisUser } from '@render/vault'
import { Redis } from 'ioredis'
import type { ProcessSpec } from '../process/process-spec.ts'

export interface RedisSettings {
  dataDirectory: string
  /** Folder for a link named `redis-server`, see findServer. */
  binDirectory: string
  logFile: string
  port: number
  password: string
}

/** Returns the URL for all rights or, with `user`, for the rights of a service. */
export function redisUrl(
  { port, password }: Pick<RedisSettings, 'port' | 'password'>,
  user?: RedisUser,
): string {
  const credentials = user ? `${user}:${redisPassword(password, user)}` : `:${password}`
  return `redis://${credentials}@127.0.0.1:${port}`
}

/** Writes the configuration of a private Redis and returns how to run it. */
export function redisProcess(settings: RedisSettings): ProcessSpec {
  const { dataDirectory, logFile } = settings
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 })
  const configuration = `${dataDirectory}/redis.conf`
  writeFileSync(configuration, configure(settings), { mode: 0o600 })
  return {
    name: 'redis',
    kind: 'server',
    command: [findServer(settings.binDirectory), configuration],
    environment: () => ({ PATH: process.env.PATH, LANG: process.env.LANG, TZ: process.env.TZ }),
    workingDirectory: dataDirectory,
    logFile,
    probe: () => probeRedis(redisUrl(settings)),
    stopSignal: 'SIGTERM',
    graceMs: 10_000,
  }
}

/** @throws {Error} unless a Redis answers at the URL. */
export async function probeRedis(url: string): Promise<void> {
  const redis = new Redis(url, {
    lazyConnect: true,
    retryStrategy: null,
    commandTimeout: 1000,
    connectTimeout: 1000,
    disconnectTimeout: 0,
  })
  let reason: Error | undefined
  redis.on('error', (error) => (reason = error))
  try {
    await redis.connect()
    await redis.ping()
  } catch (error) {
    throw reason ?? error
  } finally {
    redis.disconnect()
  }
}

/** The password is in a file because every user of the machine can read command lines. */
function configure({ dataDirectory, port, password }: RedisSettings): string {
  return [
    'bind 127.0.0.1',
    `port ${port}`,
    `requirepass ${password}`,
    ...redisUserLines(password),
    `dir ${JSON.stringify(dataDirectory)}`,
    'appendonly yes',
    'appendfsync everysec',
    'save ""',
    // Renders are refused before it is reached: see MAX_QUEUED_MB and MIN_FREE_MEMORY_PERCENT of the gateway.
    'maxmemory 1gb',
    'maxmemory-policy noeviction',
    // Its own chores, ten times a second by default, are most of what an idle Redis does.
    'hz 2',
    'daemonize no',
    '',
  ].join('\n')
}

/** Debian's redis-tools contains the server as `redis-check-rdb`: the program acts according to the name it is called by. */
function findServer(binDirectory: string): string {
  const server = findProgram('redis-server', 'valkey-server')
  if (server) return server
  const tool = findProgram('redis-check-rdb')
  if (!tool) throw new Error('redis-server is not on the PATH: install redis-tools or set REDIS_URL.')
  mkdirSync(binDirectory, { recursive: true, mode: 0o755 })
  const link = `${binDirectory}/redis-server`
  rmSync(link, { force: true })
  symlinkSync(tool, link)
  return link
}

/** Returns the full path of the first of these programs that is on the PATH. */
function findProgram(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
