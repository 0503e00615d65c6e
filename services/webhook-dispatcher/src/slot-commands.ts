// Lua scripts of `host-slots.ts`. They use the clock of Redis, because dispatchers run on several machines.

type Arguments = readonly [
  slots: string,
  waiting: string,
  timeouts: string,
  maxSlots: number,
  maxTimeouts: number,
  leaseMs: number,
  reservationMs: number,
  probeEveryMs: number,
  jobId: string,
]

export interface SlotCommands {
  /** Returns the state, the milliseconds until the next probe, and the number of waiting jobs. */
  takeHostSlot(...given: Arguments): Promise<['go' | 'busy' | 'held', number, number]>
  /** Returns the ids of the jobs that got a slot. */
  waitForHostSlot(...given: [...Arguments, since: number]): Promise<string[]>
  /** Returns the ids of the jobs that got a slot. */
  freeHostSlot(...given: [...Arguments, ending: string]): Promise<string[]>
}

/**
 * `slots` maps job ids to the expiry of their slots, `waiting` to the times since which they wait. `timeouts` counts
 * consecutive time-outs and, above the limit, has the time of the next probe. Unused keys expire after an hour.
 */
const COMMON = `
local slots, waiting, timeouts = unpack(KEYS)
local max_slots, max_timeouts, lease, reservation, probe_every = unpack(ARGV)
local id, given = ARGV[6], ARGV[7]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function extend(key) redis.call('PEXPIRE', key, 3600000 + probe_every) end
local function is_full() return redis.call('ZCARD', slots) >= tonumber(max_slots) end
local function give(to, for_ms)
  redis.call('ZADD', slots, now + for_ms, to)
  extend(slots)
end
local function give_to_waiting()
  local ids = {}
  if redis.call('HEXISTS', timeouts, 'probeAt') == 1 then return ids end
  while not is_full() do
    local first = redis.call('ZPOPMIN', waiting)
    if not first[1] then break end
    give(first[1], reservation)
    table.insert(ids, first[1])
  end
  return ids
end
redis.call('ZREMRANGEBYSCORE', slots, '-inf', now)
`

export const COMMANDS: Record<keyof SlotCommands, string> = {
  takeHostSlot: `${COMMON}
if not redis.call('ZSCORE', slots, id) then
  local ahead = redis.call('ZCARD', waiting)
  local probe_at = tonumber(redis.call('HGET', timeouts, 'probeAt') or 0)
  if probe_at > now then return {'held', probe_at - now, ahead} end
  if is_full() then return {'busy', 0, ahead} end
  if probe_at > 0 then redis.call('HSET', timeouts, 'probeAt', now + probe_every) end
end
redis.call('ZREM', waiting, id)
give(id, lease)
return {'go', 0, 0}
`,
  waitForHostSlot: `${COMMON}
redis.call('ZADD', waiting, given, id)
extend(waiting)
return give_to_waiting()
`,
  // `absent` frees only a reservation: if the job has started in between, its slot has a longer lease and stays.
  freeHostSlot: `${COMMON}
local expires_at = tonumber(redis.call('ZSCORE', slots, id) or 0)
if given ~= 'absent' or expires_at <= now + reservation then redis.call('ZREM', slots, id) end
if given == 'answered' then redis.call('DEL', timeouts) end
if given == 'timeout' then
  local count = redis.call('HINCRBY', timeouts, 'inARow', 1)
  if count >= tonumber(max_timeouts) then redis.call('HSET', timeouts, 'probeAt', now + probe_every) end
  extend(timeouts)
end
return give_to_waiting()
`,
}
