// Lua of the link cache. Its keys, by project and digest of a link:
//   link-result:<project>:<digest>  hash: the result, expires with it
//   link-makers:<project>:<digest>  sorted set: ids of the renders that hold its lock, by the time they acquired it
//   link-index:<project>            sorted set: the members of the project's results by the time they were stored
//   link-index                      sorted set: the members of all results by their expiry
//   link-bytes                      sorted set: projects by the bytes of their results; link-bytes-all: their sum
// A member is `<project> <digest> <render> <bytes>`.
import { REDIS_TIME } from '../redis/redis-time.ts'

/** Redis's own bytes of one result: its keys and fields, and its members of the indexes. */
const OVERHEAD_BYTES = 1536
/** The most results that one call forgets because they have expired, or evicts. */
const MAX_DROPPED = 500
/** Longer than a result can be cached. */
const KEEP_INDEX_MS = 40 * 24 * 3_600_000

const ACQUIRE = `
local function acquire(holders, id, lock_ms)
  redis.call('ZADD', holders, micros, id)
  redis.call('PEXPIRE', holders, lock_ms)
end
`

const DROP = `
local function drop(member)
  local project, digest, bytes = string.match(member, '^(%S+) (%S+) %S+ (%d+)$')
  redis.call('ZREM', 'link-index', member)
  redis.call('ZREM', 'link-index:' .. project, member)
  redis.call('DECRBY', 'link-bytes-all', bytes)
  if tonumber(redis.call('ZINCRBY', 'link-bytes', -bytes, project)) <= 0 then redis.call('ZREM', 'link-bytes', project) end
  local result = 'link-result:' .. project .. ':' .. digest
  if redis.call('HGET', result, 'member') == member then redis.call('DEL', result) end
end
`

/** Keys: result, holders. Arguments: id of the render, greatest age, whether data is wanted, how long a lock is held. */
export const FIND_RESULT = `
${REDIS_TIME}
${ACQUIRE}
local id, max_age_ms, with_data, lock_ms = unpack(ARGV)
local found = redis.call('HMGET', KEYS[1], 'storedAt', 'expiresAt', 'render', 'outcome', with_data == '1' and 'data' or '')
if found[1] and now - found[1] < tonumber(max_age_ms) then
  return {'stored', now - found[1], found[2] - now, unpack(found, 3)}
end
local holder = redis.call('ZREVRANGE', KEYS[2], 0, 0, 'WITHSCORES')
if holder[1] and holder[1] ~= id then
  redis.call('PEXPIRE', KEYS[2], lock_ms)
  return {'pending', (micros - holder[2]) / 1000, 0, holder[1]}
end
acquire(KEYS[2], id, lock_ms)
return {'acquired', 0, 0, id}
`

/** Keys: holders. Arguments: id of the render, how long a lock is held. */
export const ACQUIRE_LOCK = `
${REDIS_TIME}
${ACQUIRE}
acquire(KEYS[1], ARGV[1], ARGV[2])
`

/**
 * Keys: result, holders. Stores nothing when a render that acquired the lock later has stored its result, or when the result
 * was removed meanwhile.
 */
export const STORE_RESULT = `
${REDIS_TIME}
${DROP}
local project, digest, id, ttl_ms, outcome, data, most, most_bytes, most_all_bytes = unpack(ARGV)
most, most_bytes, most_all_bytes = tonumber(most), tonumber(most_bytes), tonumber(most_all_bytes)
local acquired_at = redis.call('ZSCORE', KEYS[2], id)
if not acquired_at then return 0 end
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', acquired_at)
local former = redis.call('HGET', KEYS[1], 'member')
if former then drop(former) end
for _, member in ipairs(redis.call('ZRANGEBYSCORE', 'link-index', '-inf', now, 'LIMIT', 0, ${MAX_DROPPED})) do drop(member) end

local bytes = #outcome + #data + ${OVERHEAD_BYTES}
if bytes > math.min(most_bytes, most_all_bytes) then return 0 end
local member = table.concat({project, digest, id, bytes}, ' ')
redis.call('HSET', KEYS[1], 'storedAt', now, 'expiresAt', now + ttl_ms, 'render', id, 'member', member, 'outcome', outcome, 'data', data)
redis.call('PEXPIRE', KEYS[1], ttl_ms)
local index = 'link-index:' .. project
redis.call('ZADD', index, micros, member)
redis.call('PEXPIRE', index, ${KEEP_INDEX_MS})
redis.call('ZADD', 'link-index', now + ttl_ms, member)
redis.call('ZINCRBY', 'link-bytes', bytes, project)
redis.call('INCRBY', 'link-bytes-all', bytes)

for _ = 1, ${MAX_DROPPED} do
  local has_too_much = redis.call('ZCARD', index) > most or tonumber(redis.call('ZSCORE', 'link-bytes', project)) > most_bytes
  local largest = tonumber(redis.call('GET', 'link-bytes-all')) > most_all_bytes and redis.call('ZREVRANGE', 'link-bytes', 0, 0)[1]
  local oldest = (has_too_much or largest) and redis.call('ZRANGE', has_too_much and index or 'link-index:' .. largest, 0, 0)[1]
  if not oldest then break end
  drop(oldest)
end
return 1
`

/** Keys: result, holders. Argument: id of the render whose result is removed; without it any, and the locks. */
export const REMOVE_RESULT = `
${DROP}
local found = redis.call('HMGET', KEYS[1], 'member', 'render', 'outcome')
if ARGV[1] and found[2] ~= ARGV[1] then return false end
if not ARGV[1] then redis.call('DEL', KEYS[2]) end
if not found[1] then return false end
drop(found[1])
return {found[2], found[3]}
`
