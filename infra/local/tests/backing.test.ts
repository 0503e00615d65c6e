import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { Redis } from 'ioredis'
import { Client } from 'pg'
import { describe, expect, test } from '@jest/globals'
import { isAlive } from '../src/process-identity.ts'
import { startPostgresAlone, startRedisAlone } from '../src/start-alone.ts'

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
  test('keeps an append-only file and evicts nothing', async () => {
    await using redis = await startRedisAlone()
    const wanted = {
      appendonly: 'yes',
      appendfsync: 'everysec',
      'maxmemory-policy': 'noeviction',
      save: '',
      bind: '127.0.0.1',
    }
    for (const [name, value] of Object.entries(wanted)) {
      expect(await ask(redis.url, (client) => client.config('GET', name))).toEqual([name, value])
    }
  })

  test('answers nobody without its password', async () => {
    await using redis = await startRedisAlone()
    const { host } = new URL(redis.url)
    await expect(ask(`redis://${host}`, (client) => client.ping())).rejects.toThrow('NOAUTH')
    expect(await ask(redis.url, (client) => client.ping())).toBe('PONG')
  })

  test('has its data again after it was killed', async () => {
    await using redis = await startRedisAlone()
    await ask(redis.url, (client) => client.set('kept', 'yes'))
    redis.process.kill('SIGKILL')
    await redis.process.ready()
    expect(await ask(redis.url, (client) => client.get('kept'))).toBe('yes')
  })

  test('leaves no process and no folder', async () => {
    const redis = await startRedisAlone()
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
    'has its data again after it was killed, and leaves no process and no folder',
    async () => {
      const postgres = await startPostgresAlone()
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

  test(
    'answers nobody without its password',
    async () => {
      await using postgres = await startPostgresAlone()
      const url = new URL(postgres.url)
      url.password = 'guessed'
      await expect(query(url.href, 'select 1')).rejects.toThrow('password authentication failed')
    },
    START_MS,
  )
})
