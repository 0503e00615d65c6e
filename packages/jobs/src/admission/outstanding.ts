// The outstanding renders of a project: those that were accepted and have not ended, with the bytes that they take in Redis.
import type { Redis } from 'ioredis'
import { RECORD_JOB_PREFIX } from '../queues/names.ts'
import { sealedOptionsKey } from '../renders/sealed-options.ts'

/** Returns the key of a sorted set: ids of a project's outstanding renders by the time when they were last known to exist. */
export function outstandingKey(projectId: string): string {
  return `outstanding:${projectId}`
}

/** Returns the key of a hash: the bytes of each outstanding render of a project, and their `total`. */
export function outstandingBytesKey(projectId: string): string {
  return `outstanding-bytes:${projectId}`
}

/** Key of the bytes of all outstanding renders of all projects. */
export const ALL_OUTSTANDING_BYTES = 'outstanding-bytes'

/** Time after which it is checked that the jobs of a render exist: longer than it takes to queue an admitted render. */
const UNCHECKED_MS = 60_000
/** Renders that one admission checks at most. */
const MAX_CHECKED = 100
/** Longer than anything is kept in a queue, and than any period. A project that is used keeps its sets. */
export const KEEP_MS = 40 * 24 * 3_600_000

/**
 * Lua: `take_out` removes a render from the outstanding ones; `forget_gone` removes the renders whose jobs no longer exist. The
 * byte counters are changed first: a full Redis rejects that command, and then nothing has changed.
 */
export const TAKE_OUT = `
local function take_out(outstanding, bytes, all_bytes, id)
  local size = redis.call('HGET', bytes, id)
  if size then
    redis.call('HINCRBY', bytes, 'total', -size)
    redis.call('DECRBY', all_bytes, size)
    redis.call('HDEL', bytes, id)
    -- Nothing but the total is left.
    if redis.call('HLEN', bytes) == 1 then redis.call('DEL', bytes) end
  end
  redis.call('ZREM', outstanding, id)
end

local function forget_gone(set, now, take)
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', set, '-inf', now - ${UNCHECKED_MS}, 'LIMIT', 0, ${MAX_CHECKED})) do
    local job = '${RECORD_JOB_PREFIX}' .. id
    if redis.call('EXISTS', job) == 1 and redis.call('HEXISTS', job, 'finishedOn') == 0 then
      redis.call('ZADD', set, now, id)
    else
      take(id)
    end
  end
end
`

const FORGET_ENDED = `
${TAKE_OUT}
redis.call('DEL', unpack(KEYS, 4))
for _, id in ipairs(ARGV) do take_out(KEYS[1], KEYS[2], KEYS[3], id) end
`

type ForgetCommand = (...keysAndArguments: (string | number)[]) => Promise<void>

/** Takes out renders of a project that have ended or are not made, and deletes their sealed options. */
export async function forgetEndedRenders(redis: Redis, projectId: string, ids: string[]): Promise<void> {
  if (!('forgetEndedRenders' in redis)) redis.defineCommand('forgetEndedRenders', { lua: FORGET_ENDED })
  const commands = redis as Redis & { forgetEndedRenders: ForgetCommand }
  await commands.forgetEndedRenders(
    3 + ids.length,
    outstandingKey(projectId),
    outstandingBytesKey(projectId),
    ALL_OUTSTANDING_BYTES,
    ...ids.map(sealedOptionsKey),
    ...ids,
  )
}
