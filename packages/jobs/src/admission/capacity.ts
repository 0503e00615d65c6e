import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import { REDIS_TIME } from '../redis/redis-time.ts'

export interface Capacity extends Disposable {
  /** Adds the time for which a render held a slot to the average. */
  addRender(ms: number): void
}

/** Returns the key of the hash with the capacity of each worker of a queue of renders. */
export function capacityKey(queueName: string): string {
  return `render-capacity:${queueName}`
}

/** Returns the key of the sum of these capacities, which is kept for a moment. */
export function totalCapacityKey(queueName: string): string {
  return `${capacityKey(queueName)}:sum`
}

const ANNOUNCE_MS = 2000
/** How long a sum counts, unless a worker comes or leaves: an admission that had to add up all workers would be slow. */
const KEEP_SUM_MS = 1000
/** A worker that has announced nothing for so long counts as gone. */
const SILENT_MS = 15_000
/** Weight of the latest render in the moving average. */
const WEIGHT = 0.1

/** Lua: returns the renders a second of all workers that announced lately; 0 when none did. */
export const PER_SECOND = `
local function per_second_of(capacity, total, now)
  local known = redis.call('GET', total)
  if known then return tonumber(known) end
  local sum = 0
  local announced = redis.call('HGETALL', capacity)
  for at = 1, #announced, 2 do
    local rate, announced_at = string.match(announced[at + 1], '^(%S+) (%d+)$')
    if now - announced_at < ${SILENT_MS} then sum = sum + rate else redis.call('HDEL', capacity, announced[at]) end
  end
  redis.call('SET', total, tostring(sum), 'PX', ${KEEP_SUM_MS})
  return sum
end
`

const ANNOUNCE = `
${REDIS_TIME}
if redis.call('HSET', KEYS[1], ARGV[1], ARGV[2] .. ' ' .. now) == 1 then redis.call('DEL', KEYS[2]) end
redis.call('PEXPIRE', KEYS[1], ${SILENT_MS})
`

type AnnounceCommand = (key: string, total: string, worker: string, perSecond: string) => Promise<void>

/**
 * Announces every two seconds how many renders a second a worker can make: its slots divided by the average time for
 * which a render holds one.
 */
export function announceCapacity(redis: Redis, queueName: string, slots: number): Capacity {
  redis.defineCommand('announceCapacity', { numberOfKeys: 2, lua: ANNOUNCE })
  const commands = redis as Redis & { announceCapacity: AnnounceCommand }
  const key = capacityKey(queueName)
  const total = totalCapacityKey(queueName)
  const worker = randomUUID()
  let averageMs: number | undefined
  const timer = setInterval(announce, ANNOUNCE_MS)
  timer.unref()

  function announce(): void {
    if (averageMs === undefined || redis.status !== 'ready') return
    const perSecond = (slots * 1000) / Math.max(1, averageMs)
    commands.announceCapacity(key, total, worker, perSecond.toFixed(3)).catch(() => {})
  }

  return {
    addRender(ms) {
      const isFirst = averageMs === undefined
      averageMs = averageMs === undefined ? ms : averageMs + WEIGHT * (ms - averageMs)
      if (isFirst) announce()
    },
    [Symbol.dispose]() {
      clearInterval(timer)
      if (redis.status === 'ready')
        redis
          .multi()
          .hdel(key, worker)
          .del(total)
          .exec()
          .catch(() => {})
    },
  }
}
