import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'

export interface Capacity extends Disposable {
  /** Notes how long a render has kept a slot. */
  took(ms: number): void
}

/** Where the workers of a queue of renders say how many they make a second. */
export function capacityOf(queueName: string): string {
  return `render-capacity:${queueName}`
}

const ANNOUNCE_MS = 2000
/** Who has not spoken for so long is taken for gone. */
const SILENT_MS = 15_000
/** How much the latest render tells of the next. */
const WEIGHT = 0.1

/** Lua: what the workers who spoke lately make together; 0 when nobody knows. */
export const PER_SECOND = `
local function per_second_of(capacity, now)
  local sum = 0
  local told = redis.call('HGETALL', capacity)
  for at = 1, #told, 2 do
    local rate, spoken = string.match(told[at + 1], '^(%S+) (%d+)$')
    if now - spoken < ${SILENT_MS} then sum = sum + rate else redis.call('HDEL', capacity, told[at]) end
  end
  return sum
end
`

const ANNOUNCE = `
local time = redis.call('TIME')
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2] .. ' ' .. time[1] * 1000 + math.floor(time[2] / 1000))
redis.call('PEXPIRE', KEYS[1], ${SILENT_MS})
`

type AnnounceCommand = (place: string, worker: string, perSecond: string) => Promise<void>

/**
 * Says every two seconds how many renders a second a worker can make: its slots by how long they are kept, which it
 * learns from its renders.
 */
export function announceCapacity(redis: Redis, queueName: string, slots: number): Capacity {
  redis.defineCommand('announceCapacity', { numberOfKeys: 1, lua: ANNOUNCE })
  const commands = redis as Redis & { announceCapacity: AnnounceCommand }
  const place = capacityOf(queueName)
  const worker = randomUUID()
  let usualMs: number | undefined
  const timer = setInterval(announce, ANNOUNCE_MS)
  timer.unref()

  function announce(): void {
    if (usualMs === undefined || redis.status !== 'ready') return
    const perSecond = (slots * 1000) / Math.max(1, usualMs)
    commands.announceCapacity(place, worker, perSecond.toFixed(3)).catch(() => {})
  }

  return {
    took(ms) {
      const isFirst = usualMs === undefined
      usualMs = usualMs === undefined ? ms : usualMs + WEIGHT * (ms - usualMs)
      if (isFirst) announce()
    },
    [Symbol.dispose]() {
      clearInterval(timer)
      if (redis.status === 'ready') redis.hdel(place, worker).catch(() => {})
    },
  }
}
