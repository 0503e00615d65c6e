import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { readConfig } from '@render/runtime'
import { environment } from '../src/config.ts'
import { createContext, type ManagementContext } from '../src/context.ts'
import { watchQueue, type QueueWatch } from '../src/watch-queue.ts'
import { startBacking, type Backing } from './start-backing.ts'
import { until } from './until.ts'

let backing: Backing
let context: ManagementContext
const watches = new DisposableStack()
const said: object[] = []

beforeAll(async () => {
  backing = await startBacking()
  context = await createContext(readConfig(environment, backing.environment))
})

afterEach(() => void said.splice(0))

afterAll(async () => {
  watches.dispose()
  await context[Symbol.asyncDispose]()
  await backing[Symbol.asyncDispose]()
})

/** Another process that watches. */
function watch(): QueueWatch {
  const error = (details: object) => void said.push(details)
  return watches.use(watchQueue({ ...context, logger: { error } as ManagementContext['logger'] }))
}

const wipe = () => context.redis.flushall()

test('a Redis that is new is none that has lost its data, nor is one that was restarted', async () => {
  const [one, other] = [watch(), watch()]
  await Promise.all([one.look(), other.look()])
  await one.look()
  await backing.redis.process.stop({ signal: 'SIGKILL' })
  await expect(one.look()).rejects.toThrow()
  await backing.redis.process.start()
  await until(() =>
    one.look().then(
      () => true,
      () => false,
    ),
  )
  expect(said).toEqual([])
})

// Fails when whoever finds another mark says so, although another process has done it.
test('a Redis that was wiped is told of once, by one of those who watch', async () => {
  const [one, other] = [watch(), watch()]
  await Promise.all([one.look(), other.look()])
  await wipe()
  await Promise.all([one.look(), other.look()])
  await Promise.all([one.look(), other.look()])
  expect(said).toEqual([{ alert: 'queue-lost' }])
  expect(await context.metrics.metrics()).toMatch(/management_queue_lost_total\{[^}]*\} 1/)
})

test('also when it was wiped while nobody watched', async () => {
  await wipe()
  await watch().look()
  expect(said).toEqual([{ alert: 'queue-lost' }])
})

test('the service does not start on a Redis that may lose renders, unless told that this is development', async () => {
  await context.redis.config('SET', 'appendonly', 'no')
  const start = (more: object = {}) =>
    createContext(readConfig(environment, { ...backing.environment, ...more }))
  await expect(start()).rejects.toThrow('DEVELOPMENT_REDIS')
  await (await start({ DEVELOPMENT_REDIS: '1' }))[Symbol.asyncDispose]()
})
