import { SERVICE_PORTS } from '@render/local'
import { descendantsOf, type FaultStack } from '@render/testkit'
import { Redis } from 'ioredis'
import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { belowWorker } from './below-worker.ts'
import type { Counts, Megabytes, Sample } from './judge-growth.ts'

type MeasuredStack = Pick<FaultStack, 'processes' | 'redisUrl' | 'info'>

const SERVICES = ['gateway', 'render-worker', 'webhook-dispatcher', 'management'] as const
const COLLECTION_MS = 1500

/** Returns the memory of each service after a garbage collection, without its child processes. */
export async function measureMemory({
  processes,
  info,
}: MeasuredStack): Promise<Pick<Sample, 'resident' | 'heap'>> {
  const pids = SERVICES.map((service) => [service, processes[service].identity?.pid] as const)
  for (const [, pid] of pids) if (pid !== undefined) process.kill(pid, 'SIGUSR2')
  await sleep(COLLECTION_MS)
  const heaps = SERVICES.map(async (service) => [
    service,
    await heapMegabytes(info.ports[SERVICE_PORTS[service].METRICS_PORT]),
  ])
  return {
    resident: Object.fromEntries(
      pids.map(([service, pid]) => [service, pid === undefined ? 0 : residentMegabytes(pid)]),
    ),
    heap: Object.fromEntries(await Promise.all(heaps)) as Megabytes,
  }
}

/** Counts resources that have to be constant while idle. All temporary files are taken to be the stack's. */
export async function countResources(stack: MeasuredStack): Promise<Counts> {
  const counts: Counts = {}
  for (const service of SERVICES) {
    const { pid } = stack.processes[service].identity!
    counts[`processes of ${service}`] = descendantsOf(pid).length + 1
    counts[`handles of ${service}`] = countHandles(pid)
  }
  for (const pid of belowWorker(stack, 'egress proxy'))
    counts['handles of the egress proxy'] = countHandles(pid)
  counts['temporary files and folders'] = readdirSync(tmpdir()).length
  counts['unfinished artefacts'] = readdirSync(stack.info.directories.artefacts, { recursive: true }).filter(
    (name) => String(name).endsWith('.part'),
  ).length
  counts['lasting keys in Redis'] = await lastingKeys(stack.redisUrl)
  return counts
}

function countHandles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length
}

/** Returns the keys that do not expire. */
async function lastingKeys(url: string): Promise<string[]> {
  const redis = new Redis(url)
  try {
    const keys = await redis.keys('*')
    const lifetimes = await Promise.all(keys.map((key) => redis.pttl(key)))
    return keys.filter((_, at) => lifetimes[at] === -1)
  } finally {
    redis.disconnect()
  }
}

/** Asks a service for what its objects and buffers take; 0 when it does not answer. */
async function heapMegabytes(port: number): Promise<number> {
  const signal = AbortSignal.timeout(COLLECTION_MS)
  const asked = fetch(`http://127.0.0.1:${port}/metrics`, { signal }).then((response) => response.text())
  const metrics = await asked.catch(() => '')
  const bytes = metrics.matchAll(/^nodejs_(?:heap_size_used|external_memory)_bytes\S* (\d+)/gm)
  return [...bytes].reduce((sum, [, each]) => sum + Number(each), 0) / 1024 ** 2
}

function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)![1]) / 1024
}
