import { freemem, platform, totalmem } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { usedMemoryShare } from '@render/jobs'
import type { ArtefactStore } from '@render/storage'

/** Thresholds at which new renders are refused. */
export interface ResourceLimits {
  /** Free share of the memory of this process, and of that of Redis. */
  freeMemoryPercent: number
  /** Free share of the artefact store. */
  freeDiskPercent: number
  /** 90th percentile of the event loop's delay; 0 for no limit. */
  eventLoopMs: number
}

export interface LoadMonitor extends Disposable {
  /** Whether there are enough resources for more renders, as measured some seconds ago at most. */
  hasResources(): boolean
}

interface MonitorSettings {
  redis: Parameters<typeof usedMemoryShare>[0]
  store: Pick<ArtefactStore, 'health'>
  limits: ResourceLimits
  log: { warn(details: object, message: string): void }
}

const CHECK_MS = 1000
/** The delay is measured over several seconds: a percentile of one second would be its worst moment. */
const CHECKS_PER_WINDOW = 5
/** Interval of samples of the event loop's delay. */
const SAMPLE_MS = 100

/**
 * Checks every second whether a resource is short. While nobody asks it checks once in five seconds only, and does not
 * sample the event loop. A resource that cannot be measured counts as sufficient.
 */
export async function monitorLoad({ redis, store, limits, log }: MonitorSettings): Promise<LoadMonitor> {
  const resources = resourcesOf({ redis, store, limits })
  const delays = monitorEventLoopDelay({ resolution: SAMPLE_MS })
  let checks = 0
  let delayMs = 0
  let short: string[] = []
  let wasRead = false
  let isResting = true

  async function check(): Promise<void> {
    if (checks++ % CHECKS_PER_WINDOW === 0) {
      delayMs = takeDelay(delays)
      isResting = !wasRead
      wasRead = false
      if (isResting) delays.disable()
    } else if (isResting) return
    const measured = await Promise.all(
      resources.map(async ({ freeShare, ...resource }) => {
        const percent = (await freeShare().catch(() => 1)) * 100
        return { ...resource, percent }
      }),
    )
    const isLate = limits.eventLoopMs > 0 && delayMs > limits.eventLoopMs
    const found = [
      ...measured.filter(({ percent, least }) => percent < least).map(({ name }) => name),
      ...(isLate ? ['event loop'] : []),
    ]
    if (found.join() !== short.join()) {
      const change = found.length === 0 ? 'ended' : short.length === 0 ? 'started' : 'changed'
      const values = Object.fromEntries(measured.map(({ field, percent }) => [field, Math.round(percent)]))
      log.warn({ short: found, ...values, eventLoopMs: Math.round(delayMs) }, `load shedding ${change}`)
    }
    short = found
  }

  await check()
  const timer = setInterval(() => void check(), CHECK_MS)
  timer.unref()
  return {
    hasResources() {
      wasRead = true
      if (isResting) {
        isResting = false
        delays.enable()
        void check()
      }
      return short.length === 0
    },
    [Symbol.dispose]() {
      clearInterval(timer)
      delays.disable()
    },
  }
}

/** Returns the resources of which a share has to be free: the name and the field in the log, and the least percentage. */
function resourcesOf({ redis, store, limits }: Omit<MonitorSettings, 'log'>) {
  return [
    {
      name: 'memory',
      field: 'freeMemoryPercent',
      least: limits.freeMemoryPercent,
      freeShare: async () => freeMemory(),
    },
    {
      name: 'memory of Redis',
      field: 'freeRedisPercent',
      least: limits.freeMemoryPercent,
      freeShare: async () => 1 - (await usedMemoryShare(redis)),
    },
    {
      name: 'disk',
      field: 'freeDiskPercent',
      least: limits.freeDiskPercent,
      freeShare: async () => (await store.health()).freeShare,
    },
  ]
}

/** Returns the 90th percentile in milliseconds since the last call: five of the fifty samples of a window are worse. */
function takeDelay(delays: ReturnType<typeof monitorEventLoopDelay>): number {
  // A sample is the time since the one before.
  const delayMs = Math.max(0, delays.percentile(90) / 1e6 - SAMPLE_MS)
  delays.reset()
  return delayMs
}

/** Returns the free share of memory; 1 where it is unknown, since only Linux counts caches as free. */
function freeMemory(): number {
  const limitBytes = process.constrainedMemory()
  if (limitBytes > 0 && limitBytes < totalmem()) return 1 - process.memoryUsage.rss() / limitBytes
  return platform() === 'linux' ? freemem() / totalmem() : 1
}
