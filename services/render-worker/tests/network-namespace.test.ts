// The network of browsers on a machine that allows network namespaces, and on one that does not.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { startTestQueue, type TestQueue } from './test-queue.ts'
import { launchWorker, startWorkerProcess } from './worker-process.ts'

const REFUSAL = 'unshare failed: Operation not permitted'

let queue: TestQueue
let folder: string
/** A PATH whose `unshare` fails. */
let refusing: { PATH: string }
beforeAll(async () => {
  queue = await startTestQueue()
  folder = mkdtempSync(join(tmpdir(), 'no-namespace-'))
  writeFileSync(join(folder, 'unshare'), `#!/bin/sh\necho '${REFUSAL}' >&2\nexit 1\n`, { mode: 0o755 })
  refusing = { PATH: `${folder}:${process.env.PATH}` }
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await queue[Symbol.asyncDispose]()
})

let parts: AsyncDisposableStack
beforeEach(() => {
  parts = new AsyncDisposableStack()
})
afterEach(() => parts.disposeAsync())

test('browsers have the network of the machine with NETWORK_NAMESPACE=off; /ready and /metrics say so', async () => {
  const worker = parts.use(await startWorkerProcess(queue, { NETWORK_NAMESPACE: 'off' }))
  expect(JSON.parse(await worker.ask('ready'))).toMatchObject({ facts: { 'network namespace': 'off' } })
  expect(await worker.ask('metrics')).toMatch(/^network_namespace\b.* 0$/m)
})

test('browsers have the network of the machine when no namespace can be created; the reason is logged once', async () => {
  const worker = parts.use(await startWorkerProcess(queue, refusing))
  expect(JSON.parse(await worker.ask('ready'))).toMatchObject({ facts: { 'network namespace': 'off' } })
  expect(worker.log.match(/"network namespace unavailable/g)).toHaveLength(1)
  expect(worker.log).toContain(REFUSAL)
})

test('the worker does not start when no namespace can be created and one is required', async () => {
  const worker = parts.use(await launchWorker(queue, { ...refusing, NETWORK_NAMESPACE: 'required' }))
  expect(await worker.exited).toBe(1)
  expect(worker.log).toContain('NETWORK_NAMESPACE=required')
  expect(worker.log).toContain(REFUSAL)
})
