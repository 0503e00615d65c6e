import { describe, expect, test } from '@jest/globals'
import { RenderError } from '@render/errors'
import { Queue } from 'bullmq'
import type { Finished } from '@render/outputs'
import { until } from '@render/testkit'
import { recordedOf, UnrecoverableError, writeFailure } from '../src/index.ts'
import { outcome, useTestQueues } from './test-queues.ts'

const queues = useTestQueues()

/** Collects the input of the webhook step. */
function announceAll(): Map<string, Finished | undefined> {
  const announced = new Map<string, Finished | undefined>()
  queues.work('webhooks', async (job) => {
    announced.set(job.id!, await recordedOf(job))
    return { status: 200 }
  })
  return announced
}

describe('the flow of a render', () => {
  test('runs render, record and webhook in this order, each with the value of the one before', async () => {
    const steps: string[] = []
    queues.work('webhooks', async (job) => {
      steps.push('webhook')
      expect(await recordedOf(job)).toEqual({ status: 'succeeded', outcome })
      steps.push('end')
      return { status: 200 }
    })
    queues.work('records', async () => {
      steps.push('record')
      return { status: 'succeeded', outcome }
    })
    queues.work('renders', async () => {
      steps.push('render')
      return outcome
    })
    await queues.submit({ webhook: true })
    await until(() => steps.includes('end'))
    expect(steps).toEqual(['render', 'record', 'webhook', 'end'])
  })

  test('gives the outcome of a success to the record step', async () => {
    const ended = queues.recordAll()
    queues.work('renders', async () => outcome)
    const id = await queues.submit()
    expect(await until(() => ended.get(id))).toEqual({ status: 'succeeded', outcome })
  })

  test('continues after a failure, with its code, message and details', async () => {
    const ended = queues.recordAll()
    const announced = announceAll()
    const details = [{ option: 'url', message: 'no' }]
    queues.work('renders', async () => {
      throw new UnrecoverableError(
        writeFailure(new RenderError('NavigationError', { message: 'refused', details })),
      )
    })
    const id = await queues.submit({ webhook: true })
    const failed = { status: 'failed', error: { code: 'NavigationError', message: 'refused', details } }
    expect(await until(() => announced.get(id))).toMatchObject(failed)
    expect(ended.get(id)).toMatchObject(failed)
  })

  test('reports a failure that no worker wrote as one of the engine', async () => {
    const ended = queues.recordAll()
    queues.work('renders', async () => {
      throw new UnrecoverableError('job stalled more than allowable limit')
    })
    const id = await queues.submit()
    expect(await until(() => ended.get(id))).toMatchObject({
      status: 'failed',
      error: { code: 'EngineResponseNotOkError' },
    })
  })

  test('reports a render that was removed from the queue as cancelled', async () => {
    const id = await queues.submit()
    await queues.finder.forget(id, { organisationId: 'org_1', projectId: 'prj_1' })
    const ended = queues.recordAll()
    expect(await until(() => ended.get(id))).toMatchObject({ error: { code: 'RenderCancelledError' } })
  })

  test('continues to the webhook without a value when the record fails for good', async () => {
    const announced = announceAll()
    queues.work('records', async () => {
      throw new UnrecoverableError('poison')
    })
    queues.work('renders', async () => outcome)
    const id = await queues.submit({ webhook: true })
    await until(() => announced.has(id))
    expect(announced.get(id)).toBeUndefined()
    expect(await queues.finder.find(id)).toEqual({ status: 'succeeded', outcome })
  })

  test('has no webhook step without a webhook', async () => {
    const ended = queues.recordAll()
    const announced = announceAll()
    queues.work('renders', async () => outcome)
    const plain = await queues.submit()
    const withWebhook = await queues.submit({ webhook: true })
    await until(() => announced.has(withWebhook) && ended.has(plain))
    expect([...announced.keys()]).toEqual([withWebhook])
  })

  test('X39 renders once when submitted twice with one id', async () => {
    const ended = queues.recordAll()
    const id = await queues.submit()
    await queues.submit({ id })
    const rendered: string[] = []
    queues.work('renders', async (job) => {
      rendered.push(job.id!)
      return outcome
    })
    await until(() => ended.has(id))
    const other = await queues.submit()
    await until(() => ended.has(other))
    expect(rendered).toEqual([id, other])
  })

  test('leaves only the render in the queues, until it is forgotten', async () => {
    const announced = announceAll()
    queues.recordAll()
    queues.work('renders', async () => outcome)
    const id = await queues.submit({ webhook: true })
    await until(() => announced.has(id))
    await until(async () => !(await queues.redis.exists(`bull:webhooks:${id}`)))
    await queues.finder.forget(id, { organisationId: 'org_1', projectId: 'prj_1' })
    const left = await queues.redis.keys(`bull:*:${id}*`)
    expect(left).toEqual([])
  })

  test('renders jobs of one project in their order', async () => {
    const ids = [await queues.submit(), await queues.submit(), await queues.submit()]
    const rendered: string[] = []
    queues.work(
      'renders',
      async (job) => {
        rendered.push(job.id!)
        return outcome
      },
      1,
    )
    await until(() => rendered.length === 3)
    expect(rendered).toEqual(ids)
  })
})

describe('the job of a render', () => {
  test('has the id of the render in every queue', async () => {
    const id = await queues.submit({ webhook: true })
    for (const name of ['renders', 'records', 'webhooks']) {
      const queue = new Queue(name, { connection: queues.redis })
      expect((await queue.getJob(id))?.id).toBe(id)
      await queue.close()
    }
  })
})
