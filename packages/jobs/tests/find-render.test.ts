import { describe, expect, jest, test } from '@jest/globals'
import { RenderError } from '@render/errors'
import { until } from '@render/testkit'
import {
  createCanceller,
  createWorker,
  DelayedError,
  UnrecoverableError,
  writeFailure,
} from '../src/index.ts'
import { outcome, useTestQueues } from './test-queues.ts'

const queues = useTestQueues()

describe('the state of a render in the queue', () => {
  test('is created while it waits and while its first attempt runs', async () => {
    const id = await queues.submit()
    expect(await queues.finder.find(id)).toEqual({ status: 'created' })
    const gate = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    queues.work('renders', async () => {
      started.resolve()
      await gate.promise
      return outcome
    })
    await started.promise
    expect(await queues.finder.find(id)).toEqual({ status: 'created' })
    gate.resolve()
  })

  test('is retrying between two attempts and during the second', async () => {
    const id = await queues.submit()
    const seen: unknown[] = []
    const gate = Promise.withResolvers<void>()
    queues.work('renders', async (job, token) => {
      if (job.attemptsStarted === 1) {
        await job.updateProgress('retrying')
        await job.moveToDelayed(Date.now() + 300, token)
        throw new DelayedError()
      }
      seen.push(await queues.finder.find(id))
      await gate.promise
      return outcome
    })
    await until(async () => (await queues.finder.find(id))?.status === 'retrying')
    await until(() => seen.length > 0)
    expect(seen).toEqual([{ status: 'retrying' }])
    gate.resolve()
    await until(async () => (await queues.finder.find(id))?.status === 'succeeded')
  })

  test('is succeeded with the outcome, or failed with the error', async () => {
    queues.work('renders', async (job) => {
      if (job.data.requestId === 'req_1' && job.id === bad)
        throw new UnrecoverableError(writeFailure(new RenderError('RenderTimeoutError'), 2))
      return outcome
    })
    const bad = await queues.submit()
    const good = await queues.submit()
    await until(async () => (await queues.finder.find(good))?.status !== 'created')
    expect(await queues.finder.find(good)).toEqual({ status: 'succeeded', outcome })
    expect(await queues.finder.find(bad)).toEqual({
      status: 'failed',
      error: { code: 'RenderTimeoutError', message: 'The render timed out.' },
      attempts: 2,
      endedAt: expect.any(Number),
    })
  })
})

describe('a render whose own job is gone', () => {
  test('is found in the job of its record, which has its value', async () => {
    queues.work('renders', async () => outcome)
    const id = await queues.submit()
    await until(async () => (await queues.finder.find(id))?.status === 'succeeded')
    await queues.finder.forget(id, { organisationId: 'org_1', projectId: 'prj_1' })
    expect(await queues.redis.exists(`bull:renders:${id}`)).toBe(0)
    expect(await queues.finder.find(id)).toEqual({ status: 'succeeded', outcome })
  })

  test('is not found when its record is done too', async () => {
    const ended = queues.recordAll()
    queues.work('renders', async () => outcome)
    const id = await queues.submit()
    await until(() => ended.get(id))
    await until(async () => !(await queues.redis.exists(`bull:records:${id}`)))
    await queues.finder.forget(id, { organisationId: 'org_1', projectId: 'prj_1' })
    expect(await queues.finder.find(id)).toBeUndefined()
    expect(await queues.redis.exists(`bull:renders:${id}`)).toBe(0)
  })

  test('is not found when it never existed', async () => {
    expect(await queues.finder.find('01900000-0000-7000-8000-000000000000')).toBeUndefined()
  })
})

// Fails when BullMQ looks for children of the render's job.
test('forgetting a render reads no keys of children, which it never has', async () => {
  const id = await queues.submit()
  const reads = async () => {
    const stats = await queues.redis.info('commandstats')
    return ['smembers', 'hgetall', 'hkeys', 'hscan', 'sscan', 'zrange'].map(
      (name) => new RegExp(`cmdstat_${name}:calls=(\\d+)`).exec(stats)?.[1] ?? '0',
    )
  }
  const before = await reads()
  await queues.finder.forget(id, { organisationId: 'org_1', projectId: 'prj_1' })
  expect(await queues.finder.recordJobOf(id)).toBeDefined()
  expect(await queues.redis.exists(`bull:renders:${id}`)).toBe(0)
  expect(await reads()).toEqual(before)
})

test('forgetting an unknown render changes nothing', async () => {
  const id = await queues.submit()
  await queues.finder.forget('01900000-0000-7000-8000-000000000000', {
    organisationId: 'org_1',
    projectId: 'prj_1',
  })
  expect(await queues.finder.find(id)).toEqual({ status: 'created' })
})

test('the owner of a render is known until its record is done', async () => {
  const ended = queues.recordAll()
  const id = await queues.submit()
  expect(await queues.finder.recordJobOf(id)).toMatchObject({
    organisationId: 'org_1',
    projectId: 'prj_1',
    options: expect.any(Object),
  })
  queues.work('renders', async () => outcome)
  await until(() => ended.get(id))
  await until(async () => !(await queues.finder.recordJobOf(id)))
})

test('a render of a named queue is made by the workers of that queue, found in every state, and forgotten', async () => {
  const others: unknown[] = []
  queues.work('renders', async (job) => {
    others.push(job.id)
    return outcome
  })
  const id = await queues.submit({ queue: 'batch' })
  expect(await queues.finder.find(id)).toEqual({ status: 'created' })
  const ended = queues.recordAll()
  await using _ = createWorker('renders', queues.blocking, async () => outcome, {
    concurrency: 1,
    queue: 'batch',
  })
  const succeeded = { status: 'succeeded', outcome }
  expect(await until(() => ended.get(id))).toEqual(succeeded)
  await until(async () => !(await queues.finder.recordJobOf(id)))
  await queues.finder.forget(id, { organisationId: 'org_1', projectId: 'prj_1', queue: 'batch' })
  expect(await queues.finder.find(id)).toBeUndefined()
  expect(await queues.redis.exists(`bull:renders-batch:${id}`)).toBe(0)
  expect(others).toEqual([])
})

describe('findAll', () => {
  // Fails when each render is looked for by itself.
  test('finds renders of all queues in one round trip, in the order of the ids', async () => {
    queues.work('renders', async () => outcome)
    const ended = await queues.submit()
    await until(async () => (await queues.finder.find(ended))?.status === 'succeeded')
    const waiting = await queues.submit({ queue: 'apart' })
    const removed = await queues.submit({ queue: 'apart' })
    await using canceller = createCanceller(queues.redis)
    await canceller.withdraw(removed, 'apart')
    const ids = [waiting, 'unknown', ended]
    const send = jest.spyOn(queues.redis, 'sendCommand')
    const found = await queues.finder.findAll(ids)
    expect(send).toHaveBeenCalledTimes(1)
    send.mockRestore()
    expect(found.map((each) => each?.state)).toEqual(
      await Promise.all(ids.map((id) => queues.finder.find(id))),
    )
    expect(found.map((each) => each?.recordJob.projectId)).toEqual(['prj_1', undefined, 'prj_1'])
    expect(await queues.finder.findAll([removed])).toMatchObject([
      { state: { status: 'failed', error: { code: 'RenderCancelledError' } } },
    ])
    expect(await queues.finder.findAll([])).toEqual([])
  })
})
