// A Redis of the stack's own: nothing is lost when it is killed, nothing is evicted, and pages cannot speak to it.
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { Redis } from 'ioredis'
import { findProgram } from './find-program.ts'
import type { ProcessSpec } from './process-spec.ts'

export interface RedisSettings {
  /** Where its data lies. */
  dataDirectory: string
  /** Where a link named `redis-server` may be made. */
  binDirectory: string
  logFile: string
  port: number
  password: string
}

export function redisUrl({ port, password }: Pick<RedisSettings, 'port' | 'password'>): string {
  return `redis://:${password}@127.0.0.1:${port}`
}

/** How to run a private Redis. */
export function redisProcess(settings: RedisSettings): ProcessSpec {
  const { dataDirectory, logFile } = settings
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 })
  const configuration = `${dataDirectory}/redis.conf`
  writeFileSync(configuration, configure(settings), { mode: 0o600 })
  return {
    name: 'redis',
    command: [redisServer(settings.binDirectory), configuration],
    environment: () => ({ PATH: process.env.PATH, LANG: process.env.LANG, TZ: process.env.TZ }),
    workingDirectory: dataDirectory,
    logFile,
    probe: () => probeRedis(redisUrl(settings)),
    stopSignal: 'SIGTERM',
    graceMs: 10_000,
  }
}

/** Throws unless a Redis answers there. */
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

/** The password goes by a file, since the command line is seen by every user of the machine. */
function configure({ dataDirectory, port, password }: RedisSettings): string {
  return [
    'bind 127.0.0.1',
    `port ${port}`,
    `requirepass ${password}`,
    `dir ${JSON.stringify(dataDirectory)}`,
    'appendonly yes',
    'appendfsync everysec',
    'save ""',
    'maxmemory-policy noeviction',
    'daemonize no',
    '',
  ].join('\n')
}

/** Debian's redis-tools holds the server as `redis-check-rdb`: the program looks at the name that it was called by. */
function redisServer(binDirectory: string): string {
  const server = findProgram('redis-server', 'valkey-server')
  if (server) return server
  const tool = findProgram('redis-check-rdb')
  if (!tool) throw new Error('There is no redis-server on the PATH: install redis-tools or set REDIS_URL.')
  mkdirSync(binDirectory, { recursive: true, mode: 0o755 })
  const link = `${binDirectory}/redis-server`
  rmSync(link, { force: true })
  symlinkSync(tool, link)
  return link
}
