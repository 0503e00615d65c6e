import { expect, test } from '@jest/globals'
import { until } from '@render/testkit'
import { createCanceller, readSealedOptions } from '../src/index.ts'
import { newSubmission, outcome, useTestQueues } from './test-queues.ts'

const queues = useTestQueues()
const LARGE = 'sealed'.repeat(10_000)

/** Submits a render with sealed options of 60 kB. */
async function submitLarge(): Promise<string> {
  const submission = newSubmission()
  await queues.submitAll([{ ...submission, render: { ...submission.render, sealedOptions: LARGE } }])
  return submission.id
}

const dataOf = (queue: string, id: string) => queues.redis.hget(`bull:${queue}:${id}`, 'data')

test('large sealed options lie beside the jobs of a render until it has ended', async () => {
  const id = await submitLarge()
  for (const queue of ['renders', 'records']) expect((await dataOf(queue, id))!.length).toBeLessThan(1000)
  const read: (string | undefined)[] = []
  queues.work('renders', async (job) => {
    read.push(await readSealedOptions(queues.redis, job.id!, job.data))
    return outcome
  })
  await until(async () => (await queues.redis.keys('render-options:*')).length === 0)
  expect(read).toEqual([LARGE])
})

test('they are deleted with a render that failed for good', async () => {
  queues.work('renders', async () => {
    throw new Error('It failed.')
  })
  const id = await submitLarge()
  await until(() => queues.redis.hexists(`bull:renders:${id}`, 'finishedOn'))
  await until(async () => (await queues.redis.keys('render-options:*')).length === 0)
})

test('they go with the record of a render that no worker has taken', async () => {
  const id = await submitLarge()
  await using canceller = createCanceller(queues.redis)
  queues.work('records', async (job) => {
    await queues.finder.forget(job.id!, job.data)
    return { status: 'succeeded', outcome }
  })
  await canceller.cancel(id)
  await until(async () => (await queues.redis.keys('render-options:*')).length === 0)
})

test('small ones stay in the job, and lost ones fail the render', async () => {
  const id = await queues.submit()
  expect(await dataOf('renders', id)).toContain('"sealedOptions":"sealed"')
  const job = { areOptionsApart: true } as const
  await expect(readSealedOptions(queues.redis, id, job)).rejects.toMatchObject({
    code: 'EngineResponseNotOkError',
  })
})
