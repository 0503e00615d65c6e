// Queues that are opened while Redis is unavailable: management opens those of renders when the first render has ended.
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { startSingleRedis, type SingleServer } from '@render/local'
import { freeze, startToxicProxy, until } from '@render/testkit'
import {
  connectFailFast,
  createRenderFinder,
  createSubmitter,
  createSweepScheduler,
  untilReady,
} from '../src/index.ts'
import { newSubmission } from './test-queues.ts'

let server: SingleServer

beforeAll(async () => {
  server = await startSingleRedis()
})

afterAll(async () => server[Symbol.asyncDispose]())

// Fails when BullMQ asks for the version of Redis: it keeps the error for as long as the process runs.
test('queues that are opened while Redis is frozen work once it continues', async () => {
  const redis = connectFailFast(server.url)
  await untilReady(redis)
  using frozen = freeze(server.process.identity!.pid)
  await using finder = createRenderFinder(redis)
  await using submitter = createSubmitter(redis)
  const submission = newSubmission()
  const { id, record } = submission
  await expect(finder.forget(id, record)).rejects.toThrow('Command timed out')
  await expect(submitter.submitAll([submission])).rejects.toThrow('Command timed out')
  frozen[Symbol.dispose]()
  await until(() =>
    redis.ping().then(
      () => true,
      () => false,
    ),
  )
  await submitter.submitAll([submission])
  expect(await finder.find(id)).toEqual({ status: 'created' })
  await finder.forget(id, record)
  expect(await redis.exists(`bull:renders:${id}`)).toBe(0)
  redis.disconnect()
})

// Fails when BullMQ waits for the connection.
test('a queue that is opened while Redis is unavailable fails at once', async () => {
  const { hostname, port, password } = new URL(server.url)
  await using link = await startToxicProxy(() => ({ host: hostname, port: Number(port) }))
  const redis = connectFailFast(`redis://:${password}@127.0.0.1:${link.port}`)
  await untilReady(redis)
  await link.cut()
  await until(() => redis.status !== 'ready')
  await using sweeps = createSweepScheduler(redis)
  await expect(sweeps.schedule('2026-01-02')).rejects.toThrow('enableOfflineQueue options is false')
  await link.restore()
  await untilReady(redis)
  await sweeps.schedule('2026-01-02')
  redis.disconnect()
})
