// Lua of admission.
import { REDIS_TIME } from '../redis/redis-time.ts'
import { PER_SECOND } from './capacity.ts'
import { NEXT_PRIORITY, SCORES_PER_PRIORITY } from './fair-queueing.ts'
import { KEEP_MS, TAKE_OUT } from './outstanding.ts'

/**
 * Decides about admission, with the time of Redis. Its argument is JSON: the limits of the request, and its renders.
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
export const ADMIT = `
local rate, outstanding, capacity, total_capacity, handed_back, waiting, last_priorities, maintenance, used_renders,
  reserved, bytes, all_bytes = unpack(KEYS)
local request = cjson.decode(ARGV[1])
local renders, per_minute = request.renders, request.perMinute
local quota, used, period = request.quota, request.used, request.period
local wanted, wanted_bytes = #renders, 0
for _, render in ipairs(renders) do wanted_bytes = wanted_bytes + render.bytes end
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

if request.periodEnd <= now then used, period = 0, '' end
if quota >= 0 and wanted > 0 then
  used = math.max(used, tonumber(redis.call('ZSCORE', used_renders, period) or 0))
  if used + wanted > quota then return result('quota', 0) end
  forget_gone(reserved, now, function(id) redis.call('ZREM', reserved, id) end)
  if used + redis.call('ZCARD', reserved) + wanted > quota then return result('reserved', 0) end
end

forget_gone(outstanding, now, function(id) take_out(outstanding, bytes, all_bytes, id) end)
if redis.call('ZCARD', outstanding) + wanted > request.maxOutstanding then return result('outstanding', 0) end

if wanted > 0 then
  if redis.call('ZCARD', outstanding) == 0 then
    -- Workers of the previous version took out ids without their bytes.
    redis.call('DECRBY', all_bytes, redis.call('HGET', bytes, 'total') or 0)
    redis.call('DEL', bytes)
  end
  local own = tonumber(redis.call('HGET', bytes, 'total') or 0)
  if own + wanted_bytes > request.maxBytes then return result('bytes', 0) end
  local all = tonumber(redis.call('GET', all_bytes) or 0)
  if all + wanted_bytes > request.maxAllBytes then return result('all-bytes', 0) end
end

local per_second = per_second_of(capacity, total_capacity, now)
local score_end = string.format('%.0f', (next_priority(waiting, last_priorities, request.projectId) + 1) * ${SCORES_PER_PRIORITY})
local ahead = redis.call('LLEN', handed_back) + redis.call('ZCOUNT', waiting, '-inf', '(' .. score_end)
if per_second > 0 then
  local over_ms = ahead * 1000 / per_second - request.maxQueueMs
  if over_ms > 0 then return result('queue', over_ms) end
elseif ahead + wanted > request.maxWaiting then
  return result('queue', 0)
end

if not request.hasResources then return result('resources', 0) end
if wanted == 0 then return result('', 0) end

local function add_to(set)
  for _, render in ipairs(renders) do redis.call('ZADD', set, now, render.id) end
  redis.call('PEXPIRE', set, ${KEEP_MS})
end
for _, render in ipairs(renders) do
  take_out(outstanding, bytes, all_bytes, render.id)
  redis.call('HSET', bytes, render.id, render.bytes)
end
add_to(outstanding)
redis.call('HINCRBY', bytes, 'total', wanted_bytes)
redis.call('PEXPIRE', bytes, ${KEEP_MS})
redis.call('INCRBY', all_bytes, wanted_bytes)
if quota >= 0 then add_to(reserved) end
return result('', 0)
`
