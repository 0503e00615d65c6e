import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'

export interface Capacity extends Disposable {
  /** Adds the time for which a render held a slot to the average. */
  addRender(ms: number): void
}

/** Returns the key of the hash with the capacity of each worker of a queue of renders. */
export function capacityKey(queueName: string): string {
  return `render-capacity:${queueName}`
}

const ANNOUNCE_MS = 2000
/** A worker that has announced nothing for so long counts as gone. */
const SILENT_MS = 15_000
/** Weight of the latest render in the moving average. */
const WEIGHT = 0.1

/** Lua: returns the renders a second of all workers that announced lately; 0 when none did. */
export const PER_SECOND = `
local function per_second_of(capacity, now)
  local sum = 0
  local announced = redis.call('HGETALL', capacity)
  for at = 1, #announced, 2 do
    local rate, announced_at = string.match(announced[at + 1], '^(%S+) (%d+)$')
    if now - announced_at < ${SILENT_MS} then sum = sum + rate else redis.call('HDEL', capacity, announced[at]) end
  end
  return sum
end
`

const ANNOUNCE = `
local time = redis.call('TIME')
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2] .. ' ' .. time[1] * 1000 + math.floor(time[2] / 1000))
redis.call('PEXPIRE', KEYS[1], ${SILENT_MS})
`

type AnnounceCommand = (key: string, worker: string, perSecond: string) => Promise<void>

/**
 * Announces every two seconds how many renders a second a worker can make: its slots divided by the average time for
 * which a render holds one.
 */
export function announceCapacity(redis: Redis, queueName: string, slots: number): Capacity {
  redis.defineCommand('announceCapacity', { numberOfKeys: 1, lua: ANNOUNCE })
  const commands = redis as Redis & { announceCapacity: AnnounceCommand }
  const key = capacityKey(queueName)
  const worker = randomUUID()
  let averageMs: number | undefined
  const timer = setInterval(announce, ANNOUNCE_MS)
  timer.unref()

  function announce(): void {
    if (averageMs === undefined || redis.status !== 'ready') return
    const perSecond = (slots * 1000) / Math.max(1, averageMs)
    commands.announceCapacity(key, worker, perSecond.toFixed(3)).catch(() => {})
  }

  return {
    addRender(ms) {
      const isFirst = averageMs === undefined
      averageMs = averageMs === undefined ? ms : averageMs + WEIGHT * (ms - averageMs)
      if (isFirst) announce()
    },
    [Symbol.dispose]() {
      clearInterval(timer)
      if (redis.status === 'ready') redis.hdel(key, worker).catch(() => {})
    },
  }
}
