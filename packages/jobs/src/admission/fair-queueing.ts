// Start-time fair queueing between projects: however many renders one project has waiting, another's first comes next.
import { QueueKeys } from 'bullmq'
import type { Redis } from 'ioredis'

export interface FairQueueing {
  /**
   * Returns the BullMQ priorities for renders of a project that are about to join a queue, in their order. The lowest
   * number is served first.
   */
  assignPriorities(queueName: string, projectId: string, count: number): Promise<number[]>
}

/** BullMQ keeps a priority in the bits above the 32nd of a job's score. */
export const SCORES_PER_PRIORITY = 2 ** 32
/** BullMQ's largest priority. Before it is reached, all priorities of the queue are lowered. */
const MAX_PRIORITY = 2 ** 21 - 1
/** Last priorities are tidied whenever their number reaches a multiple of this. */
const TIDY_EVERY = 256
/** Longer than it takes to queue a render that has its priority. */
const QUEUEING_MS = 60_000

/**
 * Lua: returns the priority that the project's next render would get now.
 *
 * The virtual time is the priority at the head of the queue. A project's next priority is one more than the virtual time
 * or than the last priority it was given, whichever is larger: a project that queues nothing gains no advantage. When
 * nothing waits, priorities start again at 1.
 */
export const NEXT_PRIORITY = `
local function next_priority(waiting, last_priorities, project)
  local head = redis.call('ZRANGE', waiting, 0, 0, 'WITHSCORES')
  if #head == 0 then return 1 end
  local last = tonumber(redis.call('HGET', last_priorities, project) or 0)
  return math.max(math.floor(tonumber(head[2]) / ${SCORES_PER_PRIORITY}), last) + 1
end
`

/**
 * Lua: `lower` subtracts from the priorities of waiting renders. A queue that is never empty lowers all of them by that of
 * its head, once in two million renders. Renders that had their priority by then and are queued later are lowered
 * when the next ones get theirs. When the priorities of waiting renders differ by more than half of the range, which no
 * limit of admission allows, those at the largest are served in the order of arrival.
 */
const LOWER_PRIORITIES = `
local function lower(waiting, from, by)
  local found = redis.call('ZRANGEBYSCORE', waiting, string.format('%.0f', from * ${SCORES_PER_PRIORITY}), '+inf', 'WITHSCORES')
  for at = 1, #found, 2 do
    redis.call('ZADD', waiting, string.format('%.0f', found[at + 1] - by * ${SCORES_PER_PRIORITY}), found[at])
  end
end

local function lower_all(waiting, last_priorities, lowered, max)
  local head = redis.call('ZRANGE', waiting, 0, 0, 'WITHSCORES')
  local by = #head > 0 and math.floor(tonumber(head[2]) / ${SCORES_PER_PRIORITY}) - 1 or 0
  if by <= max / 2 then return end
  lower(waiting, 0, by)
  local last = redis.call('HGETALL', last_priorities)
  for at = 1, #last, 2 do redis.call('HSET', last_priorities, last[at], math.max(0, last[at + 1] - by)) end
  redis.call('SET', lowered, by, 'PX', ${QUEUEING_MS})
end
`

/** Lua: `forget_served` removes the last priorities that the queue has served: without them the next ones are the same. */
const FORGET_SERVED = `
local function forget_served(waiting, last_priorities)
  local head = redis.call('ZRANGE', waiting, 0, 0, 'WITHSCORES')
  if #head == 0 then return end
  local last = redis.call('HGETALL', last_priorities)
  for at = 1, #last, 2 do
    if tonumber(last[at + 1]) <= math.floor(tonumber(head[2]) / ${SCORES_PER_PRIORITY}) then
      redis.call('HDEL', last_priorities, last[at])
    end
  end
end
`

const ASSIGN_PRIORITIES = `
${NEXT_PRIORITY}
${LOWER_PRIORITIES}
${FORGET_SERVED}
local waiting, last_priorities, lowered = unpack(KEYS)
local project, count, max = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
if redis.call('EXISTS', waiting) == 0 then redis.call('DEL', last_priorities) end
local by = redis.call('GET', lowered)
if by then lower(waiting, by + 1, by) end
local first = next_priority(waiting, last_priorities, project)
if first + count - 1 > max then
  lower_all(waiting, last_priorities, lowered, max)
  first = next_priority(waiting, last_priorities, project)
end
local is_new = redis.call('HSET', last_priorities, project, math.min(first + count - 1, max)) == 1
if is_new and redis.call('HLEN', last_priorities) % ${TIDY_EVERY} == 0 then
  forget_served(waiting, last_priorities)
end
return first
`

type AssignCommand = (
  waitingKey: string,
  lastPrioritiesKey: string,
  loweredKey: string,
  projectId: string,
  count: number,
  maxPriority: number,
) => Promise<number>

export function createFairQueueing(redis: Redis): FairQueueing {
  redis.defineCommand('assignPriorities', { numberOfKeys: 3, lua: ASSIGN_PRIORITIES })
  const commands = redis as Redis & { assignPriorities: AssignCommand }
  const queueKeys = new QueueKeys()
  return {
    async assignPriorities(queueName, projectId, count) {
      const waiting = queueKeys.toKey(queueName, 'prioritized')
      const lastPriorities = lastPrioritiesKey(queueName)
      const lowered = `render-turns-lowered:${queueName}`
      const keys = [waiting, lastPriorities, lowered] as const
      const first = await commands.assignPriorities(...keys, projectId, count, MAX_PRIORITY)
      return Array.from({ length: count }, (_, at) => Math.min(first + at, MAX_PRIORITY))
    },
  }
}

/** Returns the key of the hash with the last priority given to each project of a queue. */
export function lastPrioritiesKey(queueName: string): string {
  return `render-turns:${queueName}`
}
