import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { until } from '@render/testkit'
import { hearAccountChanges, tellAccountChange } from '../src/index.ts'
import { startTestQueues, type TestQueues } from './test-queues.ts'

let queues: TestQueues

beforeAll(async () => {
  queues = await startTestQueues()
})

afterAll(() => queues[Symbol.asyncDispose]())

test('changes of accounts are heard by everybody, of one organisation and of all', async () => {
  const heard: (string | null)[][] = [[], []]
  using _first = hearAccountChanges(queues.patient, (told) => heard[0]!.push(told))
  using _second = hearAccountChanges(queues.patient, (told) => heard[1]!.push(told))
  await until(async () => {
    tellAccountChange(queues.redis, 'org_1')
    return heard.every((each) => each.includes('org_1'))
  })
  tellAccountChange(queues.redis, null)
  await until(() => heard.every((each) => each.includes(null)))
  expect(heard.flat()).not.toContain('*')
})
