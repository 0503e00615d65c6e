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

/** BullMQ's largest priority. Renders that reach it are served in the order of arrival. */
const MAX_PRIORITY = 2 ** 21 - 1

/**
 * Lua: returns the priority that the project's next render would get now.
 *
 * The virtual time is the priority at the head of the queue. A project's next priority is one more than the virtual time
 * or than the last priority it was given, whichever is larger: a project that queues nothing gains no advantage. When
 * nothing waits, priorities start again at 1. BullMQ keeps a priority in the bits above the 32nd of a job's score.
 */
export const NEXT_PRIORITY = `
local function next_priority(waiting, last_priorities, project)
  local head = redis.call('ZRANGE', waiting, 0, 0, 'WITHSCORES')
  if #head == 0 then return 1 end
  local last = tonumber(redis.call('HGET', last_priorities, project) or 0)
  return math.max(math.floor(tonumber(head[2]) / 4294967296), last) + 1
end
`

const ASSIGN_PRIORITIES = `
${NEXT_PRIORITY}
if redis.call('EXISTS', KEYS[1]) == 0 then redis.call('DEL', KEYS[2]) end
local first = next_priority(KEYS[1], KEYS[2], ARGV[1])
redis.call('HSET', KEYS[2], ARGV[1], math.min(first + ARGV[2] - 1, ARGV[3]))
return first
`

type AssignCommand = (
  waitingKey: string,
  lastPrioritiesKey: string,
  projectId: string,
  count: number,
  maxPriority: number,
) => Promise<number>

export function createFairQueueing(redis: Redis): FairQueueing {
  redis.defineCommand('assignPriorities', { numberOfKeys: 2, lua: ASSIGN_PRIORITIES })
  const commands = redis as Redis & { assignPriorities: AssignCommand }
  const queueKeys = new QueueKeys()
  return {
    async assignPriorities(queueName, projectId, count) {
      const waiting = queueKeys.toKey(queueName, 'prioritized')
      const lastPriorities = lastPrioritiesKey(queueName)
      const first = await commands.assignPriorities(waiting, lastPriorities, projectId, count, MAX_PRIORITY)
      return Array.from({ length: count }, (_, at) => Math.min(first + at, MAX_PRIORITY))
    },
  }
}

/** Returns the key of the hash with the last priority given to each project of a queue. */
export function lastPrioritiesKey(queueName: string): string {
  return `render-turns:${queueName}`
}
