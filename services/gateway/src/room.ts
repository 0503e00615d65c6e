import { statfs } from 'node:fs/promises'
import { freemem, platform, totalmem } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { usedMemory } from '@render/jobs'

/** How little may be left before new renders are refused. */
export interface RoomLimits {
  /** Of what this process may use, and of what Redis may. */
  freeMemoryPercent: number
  /** Where artefacts lie. */
  freeDiskPercent: number
  /** 99th percentile of how late this process comes to its work; 0 for any. */
  eventLoopMs: number
}

export interface Room extends Disposable {
  /** Whether the machines can take more renders, as they were at most some seconds ago. */
  isThere(): boolean
}

interface Watched {
  redis: Parameters<typeof usedMemory>[0]
  storagePath: string
  limits: RoomLimits
  log: { warn(details: object, message: string): void }
}

const LOOK_MS = 1000
/** A percentile of one second would be its worst moment. */
const LOOKS_PER_WINDOW = 5

/** Looks every second whether something is short; a question that cannot be answered shows none short. */
export async function watchRoom({ redis, storagePath, limits, log }: Watched): Promise<Room> {
  const delays = monitorEventLoopDelay({ resolution: 10 })
  delays.enable()
  let looks = 0
  let lateMs = 0
  let short: string[] = []

  async function look(): Promise<void> {
    if (looks++ % LOOKS_PER_WINDOW === 0) lateMs = takeDelay(delays)
    const [memory, queue, disk] = await Promise.all(
      [
        freeMemory(),
        usedMemory(redis).then((used) => 1 - used),
        statfs(storagePath).then(({ bavail, blocks }) => bavail / blocks),
      ].map((share) => Promise.resolve(share).catch(() => 1)),
    )
    const found = Object.entries({
      memory: memory! * 100 < limits.freeMemoryPercent,
      'memory of Redis': queue! * 100 < limits.freeMemoryPercent,
      disk: disk! * 100 < limits.freeDiskPercent,
      'event loop': limits.eventLoopMs > 0 && lateMs > limits.eventLoopMs,
    }).flatMap(([name, isShort]) => (isShort ? [name] : []))
    if (found.join() !== short.join())
      log.warn({ short: found }, found.length > 0 ? 'no room for renders' : 'room for renders again')
    short = found
  }

  await look()
  const timer = setInterval(() => void look(), LOOK_MS)
  timer.unref()
  return {
    isThere: () => short.length === 0,
    [Symbol.dispose]() {
      clearInterval(timer)
      delays.disable()
    },
  }
}

/** Milliseconds; forgets what was before. */
function takeDelay(delays: ReturnType<typeof monitorEventLoopDelay>): number {
  const lateMs = delays.percentile(99) / 1e6
  delays.reset()
  return lateMs
}

/** Share of memory that is left. Elsewhere than on Linux what is called free leaves out caches, and tells nothing. */
function freeMemory(): number {
  const limitBytes = process.constrainedMemory()
  if (limitBytes > 0 && limitBytes < totalmem()) return 1 - process.memoryUsage.rss() / limitBytes
  return platform() === 'linux' ? freemem() / totalmem() : 1
}
