// Workers that are disposed of while a connection to Redis is unavailable.
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { startSingleRedis, type SingleServer } from '@render/local'
import { until } from '@render/testkit'
import type { Redis } from 'ioredis'
import { connectBlocking, createWorker, untilReady } from '../src/index.ts'

let server: SingleServer
beforeAll(async () => {
  server = await startSingleRedis()
})
afterAll(async () => server[Symbol.asyncDispose]())

/** Starts a worker that waits for jobs; returns also the connection on which it waits. */
async function startWorker() {
  const redis = connectBlocking(server.url)
  await untilReady(redis)
  const copies: Redis[] = []
  const duplicate = redis.duplicate.bind(redis)
  redis.duplicate = (override) => {
    const copy = duplicate(override)
    copies.push(copy)
    return copy
  }
  const warnings: string[] = []
  const log = { warn: (_details: object, message: string) => void warnings.push(message) }
  const worker = createWorker('records', redis, () => Promise.reject(new Error('no job')), {
    concurrency: 1,
    log,
  })
  const waiting = await until(async () => /^id=(\d+).*cmd=bzpopmin/m.exec(String(await redis.client('LIST'))))
  return { worker, redis, copies, waitingId: waiting[1]!, warnings }
}

/** The warning of a worker that ends only because its time for running jobs is over, after 28 s. */
const LATE = 'jobs could not be handed back'

test('a worker without jobs ends while Redis is unavailable', async () => {
  const { worker, redis, warnings } = await startWorker()
  await server.process.stop()
  await until(() => redis.status === 'reconnecting')
  await worker[Symbol.asyncDispose]()
  expect(warnings).not.toContain(LATE)
  redis.disconnect()
  await server.process.start()
})

// Fails without `endWhenDisconnected`.
test('a worker ends while the connection on which it waits for jobs is being made again', async () => {
  const { worker, redis, copies, waitingId, warnings } = await startWorker()
  const reconnecting = Promise.any(copies.map((copy) => once(copy, 'reconnecting')))
  await redis.client('KILL', 'ID', waitingId)
  await reconnecting
  await worker[Symbol.asyncDispose]()
  expect(warnings).not.toContain(LATE)
  redis.disconnect()
})
