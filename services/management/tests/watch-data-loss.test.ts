import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { startSingleRedis, type SingleServer } from '@render/local'
import { readConfig } from '@render/runtime'
import { until } from '@render/testkit'
import { environment } from '../src/config.ts'
import { createContext, type ManagementContext } from '../src/context.ts'
import { watchDataLoss, type DataLossWatch } from '../src/periodic-tasks/watch-data-loss.ts'
import { startBacking, type Backing } from './start-backing.ts'

let redis: SingleServer
let backing: Backing
let context: ManagementContext
const watches = new DisposableStack()
const alerts: object[] = []

beforeAll(async () => {
  redis = await startSingleRedis()
  backing = await startBacking({ redis })
  context = await createContext(readConfig(environment, backing.environment))
})

afterEach(() => void alerts.splice(0))

afterAll(async () => {
  watches.dispose()
  await context[Symbol.asyncDispose]()
  await backing[Symbol.asyncDispose]()
  await redis[Symbol.asyncDispose]()
})

/** Starts a watch as another process would. */
function watch(redis = context.redis): DataLossWatch {
  const error = (details: object) => void alerts.push(details)
  return watches.use(watchDataLoss({ ...context, redis, logger: { error } as ManagementContext['logger'] }))
}

const wipe = () => context.redis.flushall()

test('raises no alert for a new or a restarted Redis', async () => {
  const [one, other] = [watch(), watch()]
  await Promise.all([one.check(), other.check()])
  await one.check()
  await redis.process.stop({ signal: 'SIGKILL' })
  await expect(one.check()).rejects.toThrow()
  await redis.process.start()
  await until(() =>
    one.check().then(
      () => true,
      () => false,
    ),
  )
  expect(alerts).toEqual([])
})

// Fails when every process that finds a new mark raises an alert.
test('a wiped Redis raises one alert although two processes watch it', async () => {
  const [one, other] = [watch(), watch()]
  await Promise.all([one.check(), other.check()])
  await wipe()
  await Promise.all([one.check(), other.check()])
  await Promise.all([one.check(), other.check()])
  expect(alerts).toEqual([{ alert: 'queue-lost' }])
  expect(await context.registry.metrics()).toMatch(/management_queue_lost_total\{[^}]*\} 1/)
})

test('a Redis that was wiped while no process watched raises an alert too', async () => {
  await wipe()
  await watch().check()
  expect(alerts).toEqual([{ alert: 'queue-lost' }])
})

test('a wipe that another process notices during a check raises one alert', async () => {
  const other = watch()
  await other.check()
  const noticed = Promise.withResolvers<void>()
  let isWiped = false
  const late = Object.create(context.redis, {
    get: {
      async value(key: string) {
        const marker = await context.redis.get(key)
        if (isWiped) return marker
        isWiped = true
        await wipe()
        await other.check()
        noticed.resolve()
        return marker
      },
    },
  }) as ManagementContext['redis']
  // Its first check has begun.
  const one = watch(late)
  await noticed.promise
  await one.check()
  await one.check()
  await other.check()
  expect(alerts).toEqual([{ alert: 'queue-lost' }])
})

test('the service requires DEVELOPMENT_REDIS to start on a Redis that may lose renders', async () => {
  await context.redis.config('SET', 'appendonly', 'no')
  const start = (more: object = {}) =>
    createContext(readConfig(environment, { ...backing.environment, ...more }))
  await expect(start()).rejects.toThrow('DEVELOPMENT_REDIS')
  await (await start({ DEVELOPMENT_REDIS: '1' }))[Symbol.asyncDispose]()
})
