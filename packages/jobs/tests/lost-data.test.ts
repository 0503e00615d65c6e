// Redis that forgets scripts or writes, is replaced, or changes its password, while renders are submitted.
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { startSingleRedis, type SingleServer } from '@render/local'
import { startToxicProxy, until, type ToxicProxy } from '@render/testkit'
import { Redis } from 'ioredis'
import { connectBlocking, connectFailFast, createSubmitter, createWorker, untilReady } from '../src/index.ts'
import { newSubmission, outcome } from './test-queues.ts'

let parts: AsyncDisposableStack
let servers: { primary: SingleServer; replica: SingleServer }
/** Unlimited connections to the servers themselves. */
let direct: { primary: Redis; replica: Redis }
let proxy: ToxicProxy
let target: keyof typeof servers = 'primary'
let redis: Redis
let submitter: ReturnType<typeof createSubmitter>
const password = () => new URL(servers.primary.url).password
const lost: string[][] = []
const rendered: string[] = []

beforeAll(async () => {
  parts = new AsyncDisposableStack()
  servers = { primary: parts.use(await startSingleRedis()), replica: parts.use(await startSingleRedis()) }
  const connect = ({ url }: SingleServer) => parts.adopt(new Redis(url), (own) => own.disconnect())
  direct = { primary: connect(servers.primary), replica: connect(servers.replica) }
  await direct.replica.config('SET', 'requirepass', password())
  for (const each of Object.values(direct)) {
    await each.config('SET', 'masterauth', password())
    await each.config('SET', 'repl-diskless-sync-delay', '0')
  }
  proxy = parts.use(
    await startToxicProxy(() => ({ host: '127.0.0.1', port: Number(new URL(servers[target].url).port) })),
  )
  const url = `redis://:${password()}@127.0.0.1:${proxy.port}`
  redis = parts.adopt(connectFailFast(url), (own) => own.disconnect())
  await untilReady(redis)
  const blocking = parts.adopt(connectBlocking(url), (own) => own.disconnect())
  submitter = parts.use(createSubmitter(redis, (ids) => void lost.push(ids)))
  const render = async ({ id }: { id?: string }) => {
    rendered.push(id!)
    return outcome
  }
  parts.use(createWorker('renders', blocking, render, { concurrency: 1, drainMs: 100 }))
})

afterAll(() => parts.disposeAsync())

/** Submits a render as soon as that is possible, and waits until it is made. */
async function untilRendered(): Promise<string> {
  const submission = newSubmission()
  await until(() =>
    submitter.submitAll([submission]).then(
      () => true,
      () => false,
    ),
  )
  await until(() => rendered.includes(submission.id))
  return submission.id
}

// Seen to fail without `withLoadedScripts`.
test('a submission adds all jobs after SCRIPT FLUSH', async () => {
  await untilRendered()
  await direct.primary.script('FLUSH')
  const submission = newSubmission()
  await submitter.submitAll([submission])
  await until(() => rendered.includes(submission.id))
})

// Seen to fail when only the reply for the root of a flow is judged.
test('a job that Redis refuses rejects the submission', async () => {
  const submission = newSubmission()
  await direct.primary.set(`bull:renders:${submission.id}`, 'not a hash')
  await expect(submitter.submitAll([submission])).rejects.toThrow('WRONGTYPE')
})

test('work continues when a changed password is valid again', async () => {
  await direct.primary.config('SET', 'requirepass', 'another')
  await direct.primary.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes')
  await expect(submitter.submitAll([newSubmission()])).rejects.toThrow()
  await direct.primary.config('SET', 'requirepass', password())
  await untilRendered()
  expect(lost).toEqual([])
})

// Seen to fail without `reconnectOnError`, and without the number behind each submission.
test('work continues after a failover to an older replica, and lost renders are reported', async () => {
  const { primary, replica } = direct
  await replica.replicaof('127.0.0.1', Number(new URL(servers.primary.url).port))
  await untilRendered()
  await until(async () => (await replica.info('replication')).includes('master_link_status:up'))
  await primary.wait(1, 0)
  const [key] = await primary.keys('submitted:*')
  const marked = await until(async () => {
    const number = await replica.get(key!)
    return number === (await primary.get(key!)) && number
  })
  await replica.replicaof('NO', 'ONE')

  const submission = newSubmission()
  await submitter.submitAll([submission])
  await until(async () => Number(await primary.get(key!)) > Number(marked))
  await until(() => rendered.includes(submission.id))

  target = 'replica'
  await primary.replicaof('127.0.0.1', Number(new URL(servers.replica.url).port))
  await untilRendered()
  await until(() => lost.length > 0)
  expect(lost).toEqual([[submission.id]])
})

test('a wiped Redis loses all that was submitted', async () => {
  lost.length = 0
  await direct.replica.flushall()
  const id = await untilRendered()
  await until(() => lost.length > 0)
  expect(lost.flat()).not.toContain(id)
  expect(lost.flat().length).toBeGreaterThan(1)
})
