// Start-time fair queueing between projects: however many renders one has waiting, the first of another comes next.
import { QueueKeys } from 'bullmq'
import type { Redis } from 'ioredis'

export interface Turns {
  /**
   * The priorities for renders of a project that are about to join a queue, in their order; the lowest number is served
   * first.
   */
  take(queueName: string, projectId: string, count: number): Promise<number[]>
}

/** The largest priority that BullMQ knows. Whoever comes that far waits in the order of arrival. */
const LAST_TURN = 2 ** 21 - 1

/**
 * Lua: the turn that a project would get now.
 *
 * The virtual time is the turn of whoever is at the head of the queue. A project's next turn is one after that, or after
 * the last one that it was given: it saves no turns up while it asks for nothing. Where nobody waits all begin anew.
 * BullMQ's score of a priority is that number in the bits above the 32nd.
 */
export const NEXT_TURN = `
local function next_turn(waiting, turns, project)
  local head = redis.call('ZRANGE', waiting, 0, 0, 'WITHSCORES')
  if #head == 0 then return 1 end
  local last = tonumber(redis.call('HGET', turns, project) or 0)
  return math.max(math.floor(tonumber(head[2]) / 4294967296), last) + 1
end
`

const TAKE_TURNS = `
${NEXT_TURN}
if redis.call('EXISTS', KEYS[1]) == 0 then redis.call('DEL', KEYS[2]) end
local first = next_turn(KEYS[1], KEYS[2], ARGV[1])
redis.call('HSET', KEYS[2], ARGV[1], math.min(first + ARGV[2] - 1, ARGV[3]))
return first
`

type TakeCommand = (
  waiting: string,
  place: string,
  projectId: string,
  count: number,
  last: number,
) => Promise<number>

export function createTurns(redis: Redis): Turns {
  redis.defineCommand('takeTurns', { numberOfKeys: 2, lua: TAKE_TURNS })
  const commands = redis as Redis & { takeTurns: TakeCommand }
  const queueKeys = new QueueKeys()
  return {
    async take(queueName, projectId, count) {
      const waiting = queueKeys.toKey(queueName, 'prioritized')
      const first = await commands.takeTurns(waiting, turnsOf(queueName), projectId, count, LAST_TURN)
      return Array.from({ length: count }, (_, at) => Math.min(first + at, LAST_TURN))
    },
  }
}

/** Where the last turns of a queue's projects lie. */
export function turnsOf(queueName: string): string {
  return `render-turns:${queueName}`
}
