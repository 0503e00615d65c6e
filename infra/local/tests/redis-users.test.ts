// What the services' Redis users may not do. That they may do their work, every test with a stack shows.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { REDIS_USERS, redisPassword, type RedisUser } from '@render/vault'
import { Redis } from 'ioredis'
import { startSingleRedis, type SingleServer } from '../src/index.ts'

let server: SingleServer
let connections: Record<RedisUser, Redis>

beforeAll(async () => {
  server = await startSingleRedis()
  const { port, password } = new URL(server.url)
  const connect = (user: RedisUser) =>
    new Redis({
      host: '127.0.0.1',
      port: Number(port),
      username: user,
      password: redisPassword(password, user),
    })
  connections = Object.fromEntries(REDIS_USERS.map((user) => [user, connect(user)])) as typeof connections
})

afterAll(async () => {
  for (const connection of Object.values(connections)) connection.disconnect()
  await server[Symbol.asyncDispose]()
})

/** Returns which of the commands, as text, the server does not refuse. */
async function allowed(user: RedisUser, commands: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const command of commands) {
    const [name, ...words] = command.split(' ')
    const answer = await connections[user].call(name!, ...words).catch((error: Error) => error)
    if (!(answer instanceof Error && answer.message.startsWith('NOPERM'))) found.push(command)
  }
  return found
}

const FORBIDDEN_TO_ALL = [
  'flushall',
  'keys *',
  'scan 0',
  'config set appendonly no',
  'acl list',
  'client kill 1',
  'monitor',
  'shutdown nosave',
  'script flush',
  'function flush',
  'get elsewhere',
]

describe('the Redis user', () => {
  test.each(REDIS_USERS)('%s neither administers the server nor sees other keys', async (user) => {
    expect(await allowed(user, FORBIDDEN_TO_ALL)).toEqual([])
    expect(await allowed(user, ['ping', 'info memory', 'config get appendonly'])).toHaveLength(3)
  })

  test('of the worker cannot queue webhooks, change quotas or read what others keep', async () => {
    const commands = [
      'hset bull:webhooks:x data {}',
      'lpush bull:webhooks:wait x',
      'hget bull:webhooks:x data',
      'lpush bull:deliveries:wait x',
      'zadd used:org_1 0 2026',
      'zrem reserved:org_1 x',
      'hset rate:x tokens 1',
      'hset maintenance retryAfterSeconds 1',
      'set render-cancelled:x 1',
      'get render-batch:x',
      'get claim:x',
      'get sign-in:x',
      'hget receiver:{x}:slots x',
      'publish account-changes *',
    ]
    expect(await allowed('render-worker', commands)).toEqual([])
    // Scripts have no more rights than their user.
    const script = 'return redis.call("ZADD", "used:org_1", 0, "2026")'
    await expect(connections['render-worker'].eval(script, 0)).rejects.toThrow(
      /access at least one of the keys|permission/,
    )
    // The end of a render moves its record: see the comment of the users.
    expect(await allowed('render-worker', ['lpush bull:records:wait x'])).toHaveLength(1)
  })

  test('of the dispatcher cannot make renders or records, or change what limits them', async () => {
    const commands = [
      'lpush bull:renders:wait x',
      'lpush bull:records:wait x',
      'zadd used:org_1 0 2026',
      'get render-options:x',
      'get sign-in:x',
      'publish render-cancels x',
    ]
    expect(await allowed('webhook-dispatcher', commands)).toEqual([])
  })

  test('of the gateway cannot report deliveries, or see attempts to sign in', async () => {
    expect(await allowed('gateway', ['lpush bull:deliveries:wait x', 'get sign-in:x'])).toEqual([])
  })
})
