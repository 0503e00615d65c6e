import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { until } from '@render/testkit'
import { subscribeAccountChanges, publishAccountChange } from '../src/index.ts'
import { startTestQueues, type TestQueues } from './test-queues.ts'

let queues: TestQueues

beforeAll(async () => {
  queues = await startTestQueues()
})

afterAll(() => queues[Symbol.asyncDispose]())

test('every subscriber gets changes of one organisation and of all', async () => {
  const received: (string | null)[][] = [[], []]
  using _first = subscribeAccountChanges(queues.blocking, (id) => received[0]!.push(id))
  using _second = subscribeAccountChanges(queues.blocking, (id) => received[1]!.push(id))
  await until(async () => {
    publishAccountChange(queues.redis, 'org_1')
    return received.every((each) => each.includes('org_1'))
  })
  publishAccountChange(queues.redis, null)
  await until(() => received.every((each) => each.includes(null)))
  expect(received.flat()).not.toContain('*')
})
