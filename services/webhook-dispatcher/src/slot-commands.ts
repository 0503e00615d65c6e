// Lua scripts of `receiver-slots.ts`.
import { REDIS_TIME } from '@render/jobs'

const SLOTS_PER_PROJECT = 4
/** The slots of a project at all hosts together. */
const SLOTS_OVER_HOSTS = 32
/** A project without a slot gets one even if the host has no more, so that no other project can use up all of them. */
const SLOTS_PER_HOST = 16
const MAX_TIMEOUTS = 3
/** How long a slot is reserved for a promoted job. */
const RESERVATION_MS = 5000

type Arguments = readonly [
  /** Prefix of the keys of the host, with a hash tag. */
  host: string,
  project: string,
  path: string,
  leaseMs: number,
  probeEveryMs: number,
  jobId: string,
]

export interface SlotCommands {
  /** Returns the state, the milliseconds until the next probe or the end of the deferral, and the number of waiting jobs. */
  takeSlot(...given: Arguments): Promise<['go' | 'busy' | 'held' | 'early', number, number]>
  /** Returns the jobs that got a slot, as prefix of the host's keys, project and id in turn. */
  waitForSlot(...given: [...Arguments, since: number]): Promise<string[]>
  /** Returns the jobs that got a slot, like `waitForSlot`. */
  freeSlot(...given: [...Arguments, ending: string]): Promise<string[]>
  deferJob(...given: [...Arguments, forMs: number]): Promise<void>
}

/**
 * Keys of a host: `slots` maps job ids to the expiry of their slots; `turns` has the projects with waiting jobs, the next
 * one first. Keys of a project at that host: `slots`, and `waiting`, which maps job ids to the times since which they wait.
 * Keys of a project over all hosts: `slots`, and `hosts`, the hosts where its jobs wait only for one of these, in their turn.
 * Keys of a receiver: `held` has the jobs that wait for a probe, and `timeouts` counts consecutive timeouts and, above the
 * limit, has the time of the next probe. Unused keys expire after an hour. The key `deferred` of a job exists until its next
 * attempt is due.
 */
const COMMON = `
local host, slots, turns
local project, path = ARGV[1], ARGV[2]
local lease, probe_every = tonumber(ARGV[3]), tonumber(ARGV[4])
local id = ARGV[5]
${REDIS_TIME}
local function go_to(other)
  host, slots, turns = other, other .. ':slots', other .. ':turns'
  redis.call('ZREMRANGEBYSCORE', slots, '-inf', now)
end
go_to(KEYS[1])
local function own(of, part) return host .. ':' .. of .. ':' .. part end
local function over_hosts(of, part) return 'receiver:project:' .. of .. ':' .. part end
local held, timeouts = own(project, path .. ':held'), own(project, path .. ':timeouts')
local function extend(key) redis.call('PEXPIRE', key, 3600000 + probe_every) end

local function has_room(of)
  redis.call('ZREMRANGEBYSCORE', own(of, 'slots'), '-inf', now)
  local count = redis.call('ZCARD', own(of, 'slots'))
  return count == 0 or (count < ${SLOTS_PER_PROJECT} and redis.call('ZCARD', slots) < ${SLOTS_PER_HOST})
end
local function has_room_over_hosts(of)
  redis.call('ZREMRANGEBYSCORE', over_hosts(of, 'slots'), '-inf', now)
  return redis.call('ZCARD', over_hosts(of, 'slots')) < ${SLOTS_OVER_HOSTS}
end
local function give(of, to, for_ms)
  for _, key in ipairs({slots, own(of, 'slots'), over_hosts(of, 'slots')}) do
    redis.call('ZADD', key, now + for_ms, to)
    extend(key)
  end
end
local function take_back()
  for _, key in ipairs({slots, own(project, 'slots'), over_hosts(project, 'slots')}) do redis.call('ZREM', key, id) end
end
local function queue_up(of)
  local last = redis.call('ZRANGE', turns, -1, -1, 'WITHSCORES')
  redis.call('ZADD', turns, (tonumber(last[2]) or 0) + 1, of)
  extend(turns)
end
local function give_to_next(jobs)
  for _, next in ipairs(redis.call('ZRANGE', turns, 0, 99)) do
    if has_room(next) and not has_room_over_hosts(next) then
      redis.call('ZADD', over_hosts(next, 'hosts'), 'NX', micros, host)
      extend(over_hosts(next, 'hosts'))
    elseif has_room(next) then
      local first = redis.call('ZPOPMIN', own(next, 'waiting'))
      if first[1] then
        give(next, first[1], ${RESERVATION_MS})
        queue_up(next)
        for _, part in ipairs({host, next, first[1]}) do table.insert(jobs, part) end
        return true
      end
      redis.call('ZREM', turns, next)
    end
  end
  return false
end
local function give_to_waiting()
  local jobs, here = {}, host
  while has_room_over_hosts(project) do
    local other = redis.call('ZPOPMIN', over_hosts(project, 'hosts'))[1]
    if not other then break end
    go_to(other)
    while give_to_next(jobs) do end
  end
  go_to(here)
  while give_to_next(jobs) do end
  return jobs
end
`

export const COMMANDS: Record<keyof SlotCommands, string> = {
  takeSlot: `${COMMON}
local early_ms = redis.call('PTTL', own(id, 'deferred'))
if early_ms > 0 then return {'early', early_ms, 0} end
local probe_at = tonumber(redis.call('HGET', timeouts, 'probeAt') or 0)
if probe_at > now then
  take_back()
  return {'held', probe_at - now, redis.call('ZCARD', held)}
end
-- A probe that is due is the only delivery to its receiver, so it waits for no other host.
local has_slot = redis.call('ZSCORE', slots, id)
if not has_slot and not (has_room(project) and (probe_at > 0 or has_room_over_hosts(project))) then
  return {'busy', 0, redis.call('ZCARD', probe_at > 0 and held or own(project, 'waiting'))}
end
if probe_at > 0 then redis.call('HSET', timeouts, 'probeAt', now + probe_every) end
redis.call('ZREM', own(project, 'waiting'), id)
redis.call('ZREM', held, id)
give(project, id, lease)
return {'go', 0, 0}
`,
  waitForSlot: `${COMMON}
local since = ARGV[6]
if redis.call('HEXISTS', timeouts, 'probeAt') == 1 then
  redis.call('ZADD', held, since, id)
  extend(held)
else
  redis.call('ZADD', own(project, 'waiting'), since, id)
  extend(own(project, 'waiting'))
  if not redis.call('ZSCORE', turns, project) then queue_up(project) end
end
return give_to_waiting()
`,
  deferJob: `${COMMON}
local for_ms = ARGV[6]
redis.call('SET', own(id, 'deferred'), 1, 'PX', math.max(1, for_ms))
`,
  // `absent` frees only a reservation: if the job has started in between, its slot has a longer lease and stays.
  freeSlot: `${COMMON}
local ending = ARGV[6]
local expires_at = tonumber(redis.call('ZSCORE', slots, id) or 0)
if ending ~= 'absent' or expires_at <= now + ${RESERVATION_MS} then take_back() end
if ending == 'answered' then
  redis.call('DEL', timeouts)
  if redis.call('EXISTS', held) == 1 then
    redis.call('ZUNIONSTORE', own(project, 'waiting'), 2, own(project, 'waiting'), held, 'AGGREGATE', 'MIN')
    redis.call('DEL', held)
    extend(own(project, 'waiting'))
    if not redis.call('ZSCORE', turns, project) then queue_up(project) end
  end
end
if ending == 'timeout' then
  local count = redis.call('HINCRBY', timeouts, 'inARow', 1)
  if count >= ${MAX_TIMEOUTS} then redis.call('HSET', timeouts, 'probeAt', now + probe_every) end
  extend(timeouts)
end
return give_to_waiting()
`,
}
