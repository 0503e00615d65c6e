import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createCanceller } from '@render/jobs'
import { until } from '@render/testkit'
import { startStandIn } from './stand-in.ts'
import { startTestQueue, type TestQueue } from './test-queue.ts'

let queue: TestQueue

beforeAll(async () => {
  queue = await startTestQueue()
})

afterAll(() => queue[Symbol.asyncDispose]())

test('a cancelled render stops, fails with RenderCancelledError, and is counted as cancelled', async () => {
  const { requests, registry, worker } = startStandIn(queue, async (_request, signal) => {
    await once(signal, 'abort')
    throw new Error('torn down')
  })
  await using _ = worker
  await using canceller = createCanceller(queue.redis)
  const id = await queue.submit({ html: 'x' })
  await until(() => requests.length === 1)
  await canceller.cancel(id)
  expect(await queue.ended(id)).toMatchObject({
    status: 'failed',
    error: { code: 'RenderCancelledError' },
    attempts: 1,
  })
  expect(await registry.metrics()).toMatch(/renders_total\{[^}]*result="RenderCancelledError"[^}]*\} 1/)
})
