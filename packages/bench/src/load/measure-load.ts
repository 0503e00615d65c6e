import { startSinglePostgres, startTestStack, type TestStack } from '@render/testkit'
import type { Section } from '../section.ts'
import { defaultSettings } from '../default-settings.ts'
import { IDLE_QUEUE, measureAccept } from './accept.ts'
import { createLoadClient } from './client.ts'
import { measureFairness } from './fairness.ts'
import { measureOverload } from './overload.ts'
import { HEAD, type Part } from './part.ts'
import { addProjects } from './add-projects.ts'

/** No limit except the queue wait. */
const SETTINGS = { ...defaultSettings, MAX_OUTSTANDING: '1000000', MAX_WAITING_UNSERVED: '1000000' }
/** Renders accepted under overload finish within a minute. */
const SHORT_QUEUE = { SYNC_QUEUE_SECONDS: '5', ASYNC_QUEUE_SECONDS: '5' }

/** Runs the open-loop load tests, each on its own stack. */
export async function measureLoad(seconds: number): Promise<Section> {
  const parts = [await onIdleStack(seconds), ...(await onBusyStack(seconds))]
  return {
    title: 'Open-loop load',
    head: HEAD,
    rows: parts.flatMap(({ rows }) => rows),
    targets: parts.flatMap(({ targets }) => targets),
  }
}

async function onIdleStack(seconds: number): Promise<Part> {
  await using stack = await startTestStack({ environment: { ...SETTINGS, RENDER_QUEUES: IDLE_QUEUE } })
  using client = createLoadClient(stack.info.baseUrl, stack.info.secretKey)
  return await measureAccept(client, seconds)
}

async function onBusyStack(seconds: number): Promise<Part[]> {
  await using postgres = await startSinglePostgres()
  const environment = { ...SETTINGS, ...SHORT_QUEUE, DATABASE_URL: postgres.url }
  await using stack = await startTestStack({ environment })
  using noisy = createLoadClient(stack.info.baseUrl, stack.info.secretKey)
  using quiet = createLoadClient(stack.info.baseUrl, (await addProjects(postgres.url, 1))[0]!)
  return [
    await measureOverload({ client: noisy, succeeded: () => countSucceeded(stack) }, seconds),
    await measureFairness({ noisy, quiet }, seconds),
  ]
}

/** Reads the worker's counter. */
async function countSucceeded({ info }: TestStack): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${info.ports.workerMetrics}/metrics`)).text()
  return Number(/^renders_total\{[^}]*result="succeeded"[^}]*\} (\d+)$/m.exec(metrics)?.[1] ?? 0)
}
