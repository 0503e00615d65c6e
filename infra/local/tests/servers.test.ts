import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { Redis } from 'ioredis'
import { Client } from 'pg'
import { describe, expect, test } from '@jest/globals'
import { isAlive } from '../src/process/process-identity.ts'
import { startSinglePostgres, startSingleRedis } from '../src/servers/start-single-server.ts'

const START_MS = 60_000

async function ask<T>(url: string, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url, { retryStrategy: null })
  redis.on('error', () => {})
  try {
    return await work(redis)
  } finally {
    redis.disconnect()
  }
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows as unknown[]
  } finally {
    await client.end()
  }
}

describe('the private Redis', () => {
  test('keeps an append-only file, evicts nothing and has a limit of memory', async () => {
    await using redis = await startSingleRedis()
    const expected = {
      appendonly: 'yes',
      appendfsync: 'everysec',
      maxmemory: String(1024 ** 3),
      'maxmemory-policy': 'noeviction',
      save: '',
      bind: '127.0.0.1',
    }
    for (const [name, value] of Object.entries(expected)) {
      expect(await ask(redis.url, (client) => client.config('GET', name))).toEqual([name, value])
    }
  })

  test('rejects clients without its password', async () => {
    await using redis = await startSingleRedis()
    const { host } = new URL(redis.url)
    await expect(ask(`redis://${host}`, (client) => client.ping())).rejects.toThrow('NOAUTH')
    expect(await ask(redis.url, (client) => client.ping())).toBe('PONG')
  })

  test('keeps its data after a kill', async () => {
    await using redis = await startSingleRedis()
    await ask(redis.url, (client) => client.set('kept', 'yes'))
    redis.process.kill('SIGKILL')
    await redis.process.ready()
    expect(await ask(redis.url, (client) => client.get('kept'))).toBe('yes')
  })

  test('leaves no process and no folder', async () => {
    const redis = await startSingleRedis()
    const identity = redis.process.identity!
    const directory = dirname(dirname(redis.process.logFile))
    expect(statSync(directory).isDirectory()).toBe(true)
    await redis[Symbol.asyncDispose]()
    expect(isAlive(identity)).toBe(false)
    expect(statSync(directory, { throwIfNoEntry: false })).toBeUndefined()
  })
})

describe('the private Postgres', () => {
  test(
    'rejects clients without its password, keeps its data after a kill, and leaves no process and no folder',
    async () => {
      const postgres = await startSinglePostgres()
      const guessing = new URL(postgres.url)
      guessing.password = 'guessed'
      await expect(query(guessing.href, 'select 1')).rejects.toThrow('password authentication failed')
      // Clusters are copies of one, but for the password.
      await using another = await startSinglePostgres()
      const swapped = new URL(another.url)
      swapped.password = new URL(postgres.url).password
      await expect(query(swapped.href, 'select 1')).rejects.toThrow('password authentication failed')
      expect(await query(another.url, 'select 1 as one')).toEqual([{ one: 1 }])
      await query(postgres.url, 'create table kept (word text)')
      await query(postgres.url, `insert into kept values ('yes')`)
      postgres.process.kill('SIGKILL')
      await postgres.process.ready()
      expect(await query(postgres.url, 'select word from kept')).toEqual([{ word: 'yes' }])

      const identity = postgres.process.identity!
      const directory = dirname(dirname(postgres.process.logFile))
      await postgres[Symbol.asyncDispose]()
      expect(isAlive(identity)).toBe(false)
      expect(statSync(directory, { throwIfNoEntry: false })).toBeUndefined()
    },
    START_MS,
  )
})
