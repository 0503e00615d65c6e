import { QueueKeys } from 'bullmq'
import type { Redis } from 'ioredis'
import { capacityOf, PER_SECOND } from './capacity.ts'
import { rendersQueue } from './named-queue.ts'
import { NEXT_TURN, turnsOf } from './take-turns.ts'

/** Renders that somebody wants to make, and within which limits. */
export interface Asking {
  /** Whose rate it counts against. */
  keyHash: string
  projectId: string
  /** The ids that the renders are to have; none asks for the queue and the room alone. */
  ids: string[]
  /** Name of their queue; the default one without. */
  queue?: string
  /** Null for any number. */
  perMinute: number | null
  maxOutstanding: number
  /** How long they may have to wait for a worker, by estimate. */
  maxQueueMs: number
  /** Whether the machines have room for more. */
  hasRoom: boolean
}

/** The first limit that is exceeded, in the order in which load is shed. */
export type Shed = 'rate' | 'outstanding' | 'queue' | 'room'

export interface Verdict {
  /** Absent when the renders are admitted. */
  shed?: Shed
  /** Milliseconds after which trying again may help, as far as is known. */
  retryAfterMs: number
  /** Of a key whose rate is limited: what is left of it, and when (epoch milliseconds) all of it will be there again. */
  rate?: { limit: number; remaining: number; fullAt: number }
}

export interface Admission {
  /** In one step for all gateways. What is admitted counts as outstanding until it ends, or an hour has gone by. */
  admit(asking: Asking): Promise<Verdict>
  /** Renders that were admitted and not made after all. */
  withdraw(projectId: string, ids: string[]): Promise<void>
}

/** Longer than all attempts of a render together, and a long queue before it. */
const STALE_MS = 3_600_000

/**
 * Outstanding renders are a set of ids, not a count, which whoever dies would leave too high. The rate is a bucket of as
 * many tokens as a minute has, which fills evenly: a batch that is larger than the bucket passes when that is full, and
 * leaves it owing. What is refused for another reason counts against the rate all the same. What has to be made before a
 * render is what has the same turn or an earlier one. The time is that of Redis.
 */
const ADMIT = `
local rate, outstanding, capacity, retaken, waiting, turns = unpack(KEYS)
local project, per_minute, most, longest_ms, has_room, stale_ms = unpack(ARGV, 1, 6)
per_minute, most, longest_ms = tonumber(per_minute), tonumber(most), tonumber(longest_ms)
local wanted = #ARGV - 6
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local tokens, full_at = 0, now

local function verdict(shed, retry_ms)
  return {shed, math.ceil(retry_ms), math.floor(tokens), math.ceil(full_at)}
end

if per_minute > 0 then
  local left, at = unpack(redis.call('HMGET', rate, 'tokens', 'at'))
  local token_ms = 60000 / per_minute
  tokens = math.min(per_minute, (left or per_minute) + (now - (at or now)) / token_ms)
  full_at = now + (per_minute - tokens) * token_ms
  local needed = math.min(wanted, per_minute)
  if wanted > 0 and tokens < needed then return verdict('rate', (needed - tokens) * token_ms) end
  tokens = tokens - wanted
  full_at = full_at + wanted * token_ms
  redis.call('HSET', rate, 'tokens', tostring(tokens), 'at', now)
  redis.call('PEXPIRE', rate, math.ceil(full_at - now))
end

redis.call('ZREMRANGEBYSCORE', outstanding, '-inf', now - stale_ms)
if redis.call('ZCARD', outstanding) + wanted > most then return verdict('outstanding', 0) end

${PER_SECOND}
${NEXT_TURN}
local per_second = per_second_of(capacity, now)
if per_second > 0 then
  local turn_end = string.format('%.0f', (next_turn(waiting, turns, project) + 1) * 4294967296)
  local ahead = redis.call('LLEN', retaken) + redis.call('ZCOUNT', waiting, '-inf', '(' .. turn_end)
  local over_ms = ahead * 1000 / per_second - longest_ms
  if over_ms > 0 then return verdict('queue', over_ms) end
end

if has_room ~= '1' then return verdict('room', 0) end

for at = 7, #ARGV do redis.call('ZADD', outstanding, now, ARGV[at]) end
redis.call('PEXPIRE', outstanding, stale_ms)
return verdict('', 0)
`

type AdmitCommand = (...keysAndArguments: (string | number)[]) => Promise<[Shed | '', number, number, number]>

export function createAdmission(redis: Redis): Admission {
  const queueKeys = new QueueKeys()
  redis.defineCommand('admitRenders', { numberOfKeys: 6, lua: ADMIT })
  const commands = redis as Redis & { admitRenders: AdmitCommand }
  return {
    async admit({ keyHash, projectId, ids, queue, perMinute, maxOutstanding, maxQueueMs, hasRoom }) {
      const name = rendersQueue(queue)
      const [shed, retryAfterMs, remaining, fullAt] = await commands.admitRenders(
        `rate:${keyHash}`,
        outstandingOf(projectId),
        capacityOf(name),
        queueKeys.toKey(name, 'wait'),
        queueKeys.toKey(name, 'prioritized'),
        turnsOf(name),
        projectId,
        perMinute ?? 0,
        maxOutstanding,
        maxQueueMs,
        Number(hasRoom),
        STALE_MS,
        ...ids,
      )
      return {
        ...(shed && { shed }),
        retryAfterMs,
        ...(perMinute !== null && { rate: { limit: perMinute, remaining: Math.max(0, remaining), fullAt } }),
      }
    },
    async withdraw(projectId, ids) {
      await redis.zrem(outstandingOf(projectId), ...ids)
    },
  }
}

/** Where the ids of a project's outstanding renders are, by when they were admitted. */
export function outstandingOf(projectId: string): string {
  return `outstanding:${projectId}`
}
