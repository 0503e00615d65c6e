import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { dirname } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createCanceller, createSweepScheduler } from '@render/jobs'
import { makeArtefactKey } from '@render/storage'
import { until } from '@render/testkit'
import { startStandIn } from './stand-in.ts'
import { startTestQueue, type TestQueue } from './test-queue.ts'
import { startWorkerProcess } from './worker-process.ts'

let queue: TestQueue

beforeAll(async () => {
  queue = await startTestQueue()
})

afterAll(() => queue[Symbol.asyncDispose]())

test('a render that is cancelled stops, fails for that and nothing else, and is counted as such', async () => {
  const { asked, registry, worker } = startStandIn(queue, async (_request, signal) => {
    await once(signal, 'abort')
    throw new Error('torn down')
  })
  await using _ = worker
  await using canceller = createCanceller(queue.redis)
  const id = await queue.submit({ html: 'x' })
  await until(() => asked.length === 1)
  await canceller.cancel(id)
  expect(await queue.ended(id)).toMatchObject({
    status: 'failed',
    error: { code: 'RenderCancelledError' },
    attempts: 1,
  })
  expect(await registry.metrics()).toMatch(/renders_total\{[^}]*result="RenderCancelledError"[^}]*\} 1/)
})

test('files of a render are deleted as asked, and no others', async () => {
  const [gone, stays] = [makeArtefactKey('png'), makeArtefactKey('png')]
  const pathOf = (key: string) => `${queue.artefacts}/${key}`
  for (const key of [gone, stays]) {
    mkdirSync(dirname(pathOf(key)), { recursive: true })
    writeFileSync(pathOf(key), 'picture')
  }
  await using _ = await startWorkerProcess(queue)
  await using sweeps = createSweepScheduler(queue.redis)
  await sweeps.deleteFiles('a-render', [gone])
  await until(() => !existsSync(pathOf(gone)))
  expect(existsSync(pathOf(stays))).toBe(true)
})
