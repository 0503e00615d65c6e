import { QueueKeys } from 'bullmq'
import type { Redis } from 'ioredis'
import type { Owner } from '../payloads.ts'
import { REDIS_TIME } from '../redis/redis-time.ts'
import { rendersQueueName } from '../renders/renders-queues.ts'
import { capacityKey, PER_SECOND, totalCapacityKey } from './capacity.ts'
import { lastPrioritiesKey, NEXT_PRIORITY, SCORES_PER_PRIORITY } from './fair-queueing.ts'
import { MAINTENANCE } from './maintenance.ts'
import {
  ALL_OUTSTANDING_BYTES,
  endOutstanding,
  KEEP_MS,
  outstandingBytesKey,
  outstandingKey,
  RECORD_JOB_PREFIX,
  TAKE_OUT,
} from './outstanding.ts'
import { reservedKey, usedKey, type UsedRenders } from './quota.ts'

/** Renders to admit, and the limits that apply to them. */
export interface AdmissionRequest extends Owner {
  /** Identifies the API key whose rate is limited. */
  keyHash: string
  /** The renders, with the bytes that each takes in Redis; an empty list only checks the queue and the resources. */
  renders: { id: string; bytes: number }[]
  /** Name of their queue; optional, the default queue without it. */
  queue?: string
  /** Renders a minute of the key; null for no limit. */
  perMinute: number | null
  /**
   * The organisation's renders in its period, with those used as far as the caller knows; null for no limit. A period that
   * has ended, or whose end is not an ISO 8601 time, counts as unused.
   */
  quota: ({ limit: number } & UsedRenders) | null
  maxOutstanding: number
  /** Bytes of the project's outstanding renders, and of those of all projects. */
  maxBytes: number
  maxAllBytes: number
  /** Longest estimated wait for a worker, in milliseconds. */
  maxQueueMs: number
  /** Most renders before this one while no worker reports how fast it is. */
  maxWaiting: number
  /** Whether memory, disk and event loop of the machines allow more renders. */
  hasResources: boolean
}

/**
 * The first limit that is exceeded, in the order in which load is shed. With `quota` the quota is used up; with `reserved`
 * running renders may still use it up.
 */
export type ShedLimit =
  | 'maintenance'
  | 'rate'
  | 'quota'
  | 'reserved'
  | 'outstanding'
  | 'bytes'
  | 'all-bytes'
  | 'queue'
  | 'resources'

export interface AdmissionResult {
  /** Absent when the renders are admitted. */
  shed?: ShedLimit
  /** Milliseconds after which a retry may succeed; 0 when unknown. */
  retryAfterMs: number
  /**
   * Set when the key's rate is limited and was read, which maintenance does not do: what remains, and when (epoch
   * milliseconds) all of it is available again.
   */
  rate?: { limit: number; remaining: number; fullAt: number }
  /** Set when the organisation has a quota: recorded renders of the period. */
  used?: number
  /** The operator's maintenance message; set when there is one. */
  message?: string
}

export interface Admission {
  /** Admits renders in one atomic step for all gateways. They are outstanding until they end. */
  admit(request: AdmissionRequest): Promise<AdmissionResult>
  /** Removes admitted renders that are not made after all. */
  release(owner: Owner, ids: string[]): Promise<void>
}

const NO_QUOTA = -1

/**
 * Decides about admission, with the time of Redis.
 *
 * - Rate: a bucket with one minute's tokens that fills evenly. A batch larger than the bucket is admitted when the bucket
 *   is full and leaves it negative. Renders refused by a later limit count against the rate all the same.
 * - Quota: renders that may still use it are reserved until their record is written. A record is in the database before
 *   Redis knows, so a render may count twice for a moment. The clocks of gateways do not decide whether a period has ended.
 * - Outstanding renders are a set of ids instead of a counter, which a crash would leave too high. However long a render
 *   waits, it counts while its jobs exist. The same holds for reserved ones.
 * - Bytes leave with the id of their render.
 * - Wait: the jobs that run before this render are those with the same or a smaller priority. Their number is limited while
 *   no worker reports how fast it is.
 */
const ADMIT = `
local rate, outstanding, capacity, total_capacity, handed_back, waiting, last_priorities, maintenance, used_renders,
  reserved, bytes, all_bytes = unpack(KEYS)
local limits = cjson.decode(ARGV[1])
local project, period, record_job_prefix = unpack(ARGV, 2, 4)
local ids, sizes = cjson.decode(ARGV[5]), cjson.decode(ARGV[6])
local per_minute, quota, used = limits.perMinute, limits.quota, limits.used
local wanted, wanted_bytes = #ids, 0
for _, size in ipairs(sizes) do wanted_bytes = wanted_bytes + size end
${REDIS_TIME}
local tokens, full_at = 0, now
${TAKE_OUT}
${PER_SECOND}
${NEXT_PRIORITY}
local function result(shed, retry_ms)
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
  if wanted > 0 and tokens < needed then return result('rate', (needed - tokens) * token_ms) end
  tokens = tokens - wanted
  full_at = full_at + wanted * token_ms
  redis.call('HSET', rate, 'tokens', tostring(tokens), 'at', now)
  redis.call('PEXPIRE', rate, math.ceil(full_at - now))
end

if limits.periodEnd <= now then used, period = 0, '' end
if quota >= 0 and wanted > 0 then
  used = math.max(used, tonumber(redis.call('ZSCORE', used_renders, period) or 0))
  if used + wanted > quota then return result('quota', 0) end
  forget_gone(reserved, record_job_prefix, now, function(id) redis.call('ZREM', reserved, id) end)
  if used + redis.call('ZCARD', reserved) + wanted > quota then return result('reserved', 0) end
end

forget_gone(outstanding, record_job_prefix, now, function(id) take_out(outstanding, bytes, all_bytes, id) end)
if redis.call('ZCARD', outstanding) + wanted > limits.maxOutstanding then return result('outstanding', 0) end

if wanted > 0 then
  if redis.call('ZCARD', outstanding) == 0 then
    -- Workers of the previous version took out ids without their bytes.
    redis.call('DECRBY', all_bytes, redis.call('HGET', bytes, 'total') or 0)
    redis.call('DEL', bytes)
  end
  local own = tonumber(redis.call('HGET', bytes, 'total') or 0)
  if own + wanted_bytes > limits.maxBytes then return result('bytes', 0) end
  local all = tonumber(redis.call('GET', all_bytes) or 0)
  if all + wanted_bytes > limits.maxAllBytes then return result('all-bytes', 0) end
end

local per_second = per_second_of(capacity, total_capacity, now)
local score_end = string.format('%.0f', (next_priority(waiting, last_priorities, project) + 1) * ${SCORES_PER_PRIORITY})
local ahead = redis.call('LLEN', handed_back) + redis.call('ZCOUNT', waiting, '-inf', '(' .. score_end)
if per_second > 0 then
  local over_ms = ahead * 1000 / per_second - limits.maxQueueMs
  if over_ms > 0 then return result('queue', over_ms) end
elseif ahead + wanted > limits.maxWaiting then
  return result('queue', 0)
end

if not limits.hasResources then return result('resources', 0) end
if wanted == 0 then return result('', 0) end

local function add_to(set)
  for _, id in ipairs(ids) do redis.call('ZADD', set, now, id) end
  redis.call('PEXPIRE', set, limits.keepMs)
end
for at, id in ipairs(ids) do
  take_out(outstanding, bytes, all_bytes, id)
  redis.call('HSET', bytes, id, sizes[at])
end
add_to(outstanding)
redis.call('HINCRBY', bytes, 'total', wanted_bytes)
redis.call('PEXPIRE', bytes, limits.keepMs)
redis.call('INCRBY', all_bytes, wanted_bytes)
if quota >= 0 then add_to(reserved) end
return result('', 0)
`

interface Commands {
  admitRenders(
    ...keysAndArguments: (string | number)[]
  ): Promise<[ShedLimit | '', number, number, number, number, (string | null)?]>
}

export function createAdmission(redis: Redis): Admission {
  const queueKeys = new QueueKeys()
  redis.defineCommand('admitRenders', { numberOfKeys: 12, lua: ADMIT })
  const commands = redis as Redis & Commands
  return {
    async admit({ keyHash, organisationId, projectId, renders, queue, perMinute, quota, ...limits }) {
      const queueName = rendersQueueName(queue)
      const [shed, retryAfterMs, remaining, fullAt, used, message] = await commands.admitRenders(
        `rate:${keyHash}`,
        outstandingKey(projectId),
        capacityKey(queueName),
        totalCapacityKey(queueName),
        queueKeys.toKey(queueName, 'wait'),
        queueKeys.toKey(queueName, 'prioritized'),
        lastPrioritiesKey(queueName),
        MAINTENANCE,
        usedKey(organisationId),
        reservedKey(organisationId),
        outstandingBytesKey(projectId),
        ALL_OUTSTANDING_BYTES,
        JSON.stringify({
          ...limits,
          perMinute: perMinute ?? 0,
          quota: quota?.limit ?? NO_QUOTA,
          used: quota?.renders ?? 0,
          periodEnd: Date.parse(quota?.until ?? '') || 0,
          keepMs: KEEP_MS,
        }),
        projectId,
        quota?.until ?? '',
        RECORD_JOB_PREFIX,
        JSON.stringify(renders.map(({ id }) => id)),
        JSON.stringify(renders.map(({ bytes }) => bytes)),
      )
      return {
        ...(shed && { shed }),
        retryAfterMs,
        ...(perMinute !== null &&
          shed !== 'maintenance' && {
            rate: { limit: perMinute, remaining: Math.max(0, remaining), fullAt },
          }),
        ...(quota && { used }),
        ...(message && { message }),
      }
    },
    async release({ organisationId, projectId }, ids) {
      await Promise.all([
        endOutstanding(redis, projectId, ids),
        redis.zrem(reservedKey(organisationId), ...ids),
      ])
    },
  }
}
