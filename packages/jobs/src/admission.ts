import { QueueKeys } from 'bullmq'
import type { Redis } from 'ioredis'
import { capacityOf, PER_SECOND } from './capacity.ts'
import { MAINTENANCE } from './maintenance.ts'
import { rendersQueue } from './named-queue.ts'
import type { Owner } from './payloads.ts'
import { reservedOf, usedOf, type UsedRenders } from './quota.ts'
import { NEXT_TURN, turnsOf } from './take-turns.ts'

/** Renders that somebody wants to make, and within which limits. */
export interface Asking extends Owner {
  /** Whose rate it counts against. */
  keyHash: string
  /** The ids that the renders are to have; none asks for the queue and the room alone. */
  ids: string[]
  /** Name of their queue; the default one without. */
  queue?: string
  /** Null for any number. */
  perMinute: number | null
  /** What the organisation may use in its period, and has used of it as far as the caller knows; null for any number. */
  quota: ({ most: number } & UsedRenders) | null
  maxOutstanding: number
  /** How long they may have to wait for a worker, by estimate. */
  maxQueueMs: number
  /** Whether the machines have room for more. */
  hasRoom: boolean
}

/**
 * The first limit that is exceeded, in the order in which load is shed. `quota` is used up; of `reserved` renders that are
 * under way it depends whether it is.
 */
export type Shed = 'maintenance' | 'rate' | 'quota' | 'reserved' | 'outstanding' | 'queue' | 'room'

export interface Verdict {
  /** Absent when the renders are admitted. */
  shed?: Shed
  /** Milliseconds after which trying again may help, as far as is known. */
  retryAfterMs: number
  /** Of a key whose rate is limited: what is left of it, and when (epoch milliseconds) all of it will be there again. */
  rate?: { limit: number; remaining: number; fullAt: number }
  /** Of an organisation with a quota: what it has used, as recorded. */
  used?: number
  /** What is said of maintenance, where something is. */
  message?: string
}

export interface Admission {
  /** In one step for all gateways. What is admitted counts as outstanding until it ends, or an hour has gone by. */
  admit(asking: Asking): Promise<Verdict>
  /** Renders that were admitted and not made after all. */
  withdraw(owner: Owner, ids: string[]): Promise<void>
}

/** Longer than all attempts of a render together, and a long queue before it. */
const STALE_MS = 3_600_000
const NO_QUOTA = -1

/**
 * Outstanding renders are a set of ids, not a count, which whoever dies would leave too high. The rate is a bucket of as
 * many tokens as a minute has, which fills evenly: a batch that is larger than the bucket passes when that is full, and
 * leaves it owing. What is refused for another reason counts against the rate all the same. What has to be made before a
 * render is what has the same turn or an earlier one. What may come to be used of a quota is reserved until its record is written;
 * a record is in the database before it is told here, so for a moment it may count twice, as `reserved`. The time is that of
 * Redis.
 */
const ADMIT = `
local rate, outstanding, capacity, retaken, waiting, turns, maintenance, used_renders, reserved = unpack(KEYS)
local project, per_minute, most, longest_ms, has_room, stale_ms, quota, used, period = unpack(ARGV, 1, 9)
per_minute, most, longest_ms = tonumber(per_minute), tonumber(most), tonumber(longest_ms)
quota, used = tonumber(quota), tonumber(used)
local wanted = #ARGV - 9
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local tokens, full_at = 0, now

local function verdict(shed, retry_ms)
  return {shed, math.ceil(retry_ms), math.floor(tokens), math.ceil(full_at), used}
end

local retry_s, message = unpack(redis.call('HMGET', maintenance, 'retryAfterSeconds', 'message'))
if retry_s then return {'maintenance', retry_s * 1000, 0, now, used, message} end

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

if quota >= 0 and wanted > 0 then
  used = math.max(used, tonumber(redis.call('ZSCORE', used_renders, period) or 0))
  if used + wanted > quota then return verdict('quota', 0) end
  redis.call('ZREMRANGEBYSCORE', reserved, '-inf', now - stale_ms)
  if used + redis.call('ZCARD', reserved) + wanted > quota then return verdict('reserved', 0) end
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

local function add_to(set)
  for at = 10, #ARGV do redis.call('ZADD', set, now, ARGV[at]) end
  redis.call('PEXPIRE', set, stale_ms)
end
add_to(outstanding)
if quota >= 0 then add_to(reserved) end
return verdict('', 0)
`

type AdmitCommand = (
  ...keysAndArguments: (string | number)[]
) => Promise<[Shed | '', number, number, number, number, (string | null)?]>

export function createAdmission(redis: Redis): Admission {
  const queueKeys = new QueueKeys()
  redis.defineCommand('admitRenders', { numberOfKeys: 9, lua: ADMIT })
  const commands = redis as Redis & { admitRenders: AdmitCommand }
  return {
    async admit({ keyHash, organisationId, projectId, ids, queue, perMinute, quota, ...limits }) {
      const name = rendersQueue(queue)
      const [shed, retryAfterMs, remaining, fullAt, used, message] = await commands.admitRenders(
        `rate:${keyHash}`,
        outstandingOf(projectId),
        capacityOf(name),
        queueKeys.toKey(name, 'wait'),
        queueKeys.toKey(name, 'prioritized'),
        turnsOf(name),
        MAINTENANCE,
        usedOf(organisationId),
        reservedOf(organisationId),
        projectId,
        perMinute ?? 0,
        limits.maxOutstanding,
        limits.maxQueueMs,
        Number(limits.hasRoom),
        STALE_MS,
        quota?.most ?? NO_QUOTA,
        quota?.renders ?? 0,
        quota?.until ?? '',
        ...ids,
      )
      return {
        ...(shed && { shed }),
        retryAfterMs,
        ...(perMinute !== null && { rate: { limit: perMinute, remaining: Math.max(0, remaining), fullAt } }),
        ...(quota && { used }),
        ...(message && { message }),
      }
    },
    async withdraw({ organisationId, projectId }, ids) {
      await Promise.all(
        [outstandingOf(projectId), reservedOf(organisationId)].map((set) => redis.zrem(set, ...ids)),
      )
    },
  }
}

/** Where the ids of a project's outstanding renders are, by when they were admitted. */
export function outstandingOf(projectId: string): string {
  return `outstanding:${projectId}`
}
