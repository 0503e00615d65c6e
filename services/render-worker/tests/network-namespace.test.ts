// Where browsers have their network, on a machine that allows namespaces and on one that does not.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { startEgressProxy } from '@render/net'
import { startTestQueue, type TestQueue } from './test-queue.ts'
import { launchWorker, startWorkerProcess } from './worker-process.ts'

const REFUSAL = 'unshare failed: Operation not permitted'

const isAllowed = await startEgressProxy({ allow: [], namespace: { path: process.env.PATH } }).then(
  (proxy) => proxy[Symbol.asyncDispose]().then(() => true),
  () => false,
)

let queue: TestQueue
let folder: string
/** Programs by which no namespace can be made. */
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

test.each<[string, Record<string, string>, 'on' | 'off']>([
  ['by default, a namespace', {}, isAllowed ? 'on' : 'off'],
  ['where that is off, that of the machine', { NETWORK_NAMESPACE: 'off' }, 'off'],
])('it is %s; the worker tells that it is', async (_, settings, expected) => {
  const worker = parts.use(await startWorkerProcess(queue, settings))
  expect(JSON.parse(await worker.ask('ready'))).toMatchObject({ facts: { 'network namespace': expected } })
  expect(await worker.ask('metrics')).toMatch(
    new RegExp(`^network_namespace\\b.* ${Number(expected === 'on')}$`, 'm'),
  )
})

test('where none can be made, it is that of the machine; the log tells why, once', async () => {
  const worker = parts.use(await startWorkerProcess(queue, refusing))
  expect(JSON.parse(await worker.ask('ready'))).toMatchObject({ facts: { 'network namespace': 'off' } })
  expect(worker.log.match(/"no network namespace/g)).toHaveLength(1)
  expect(worker.log).toContain(REFUSAL)
})

test('where none can be made and one is required, the worker does not start', async () => {
  const worker = parts.use(await launchWorker(queue, { ...refusing, NETWORK_NAMESPACE: 'required' }))
  expect(await worker.exited).toBe(1)
  expect(worker.log).toContain('NETWORK_NAMESPACE=required')
  expect(worker.log).toContain(REFUSAL)
})
