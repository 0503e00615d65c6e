// The steps of `host-slots.ts`, each atomic. The time is that of Redis, since dispatchers run on several machines.

type Arguments = readonly [
  slots: string,
  waiting: string,
  timeouts: string,
  atOnce: number,
  timeoutsInARow: number,
  leaseMs: number,
  keepMs: number,
  probeEveryMs: number,
  jobId: string,
]

export interface SlotCommands {
  /** With the milliseconds until the next probe, and how many wait. */
  takeHostSlot(...given: Arguments): Promise<['go' | 'busy' | 'held', number, number]>
  /** These give the jobs that have got a slot now. */
  waitForHostSlot(...given: [...Arguments, since: number]): Promise<string[]>
  freeHostSlot(...given: [...Arguments, ending: string]): Promise<string[]>
}

/**
 * `slots` has by job when its slot runs out, `waiting` since when each job waits, `timeouts` how many there were in a row
 * and, once there were too many, when the next probe is due. What nobody touches for an hour is forgotten.
 */
const COMMON = `
local slots, waiting, timeouts = unpack(KEYS)
local at_once, in_a_row, lease, keep, probe_every = unpack(ARGV)
local id, given = ARGV[6], ARGV[7]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function remember(key) redis.call('PEXPIRE', key, 3600000 + probe_every) end
local function is_full() return redis.call('ZCARD', slots) >= tonumber(at_once) end
local function give(to, for_ms)
  redis.call('ZADD', slots, now + for_ms, to)
  remember(slots)
end
local function give_to_waiting()
  local ids = {}
  if redis.call('HEXISTS', timeouts, 'probeAt') == 1 then return ids end
  while not is_full() do
    local first = redis.call('ZPOPMIN', waiting)
    if not first[1] then break end
    give(first[1], keep)
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
remember(waiting)
return give_to_waiting()
`,
  // A slot that was kept for somebody who is absent is given to the next, unless he has come after all.
  freeHostSlot: `${COMMON}
local until_then = tonumber(redis.call('ZSCORE', slots, id) or 0)
if given ~= 'absent' or until_then <= now + keep then redis.call('ZREM', slots, id) end
if given == 'answered' then redis.call('DEL', timeouts) end
if given == 'timeout' then
  local count = redis.call('HINCRBY', timeouts, 'inARow', 1)
  if count >= tonumber(in_a_row) then redis.call('HSET', timeouts, 'probeAt', now + probe_every) end
  remember(timeouts)
end
return give_to_waiting()
`,
}
