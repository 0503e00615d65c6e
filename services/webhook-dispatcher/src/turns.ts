// Receivers take turns: at most so many deliveries to one host are under way, whichever dispatcher makes them, and none
// to a host that lets everything time out but a probe now and then. What this needs is kept in Redis by the host.
import type { WebhookQueue } from '@render/jobs'
import { COMMANDS, type TurnCommands } from './turn-commands.ts'

export interface Turns {
  /** Whether an event may be sent now. If so, `end` has to follow. */
  take(host: string, jobId: string): Promise<Turn>
  /** Has a job that was put off hastened once it may be sent; events of a host come in the order of `since`. */
  park(host: string, jobId: string, since: number): Promise<void>
  end(host: string, jobId: string, ending: Ending): Promise<void>
}

/** `busy`: the host has its deliveries. `held`: it let them time out. `retryMs` is when to come again if nobody hastens it. */
export type Turn = { state: 'go' } | { state: 'busy' | 'held'; retryMs: number }

/** `unknown` where the receiver was not asked, or nobody waited for what it has to say. */
export type Ending = 'answered' | 'timeout' | 'unknown'

export interface TurnSettings {
  redis: object
  queue: Pick<WebhookQueue, 'hasten'>
  /** Longer than a delivery takes: a dispatcher that died has given its turns back by then. */
  leaseMs: number
  /** How often a host that lets everything time out is tried. */
  probeEveryMs: number
}

const AT_ONCE = 4
const TIMEOUTS_IN_A_ROW = 3
/** For whom a turn is kept comes within this time, or somebody else does. */
const KEEP_MS = 5000
/** Those who wait come by themselves one after the other, as nobody may be left to hasten them. */
const COME_AGAIN_MS = 5000
const APART_MS = 100
const LATEST_MS = 600_000

export function createTurns({ redis, queue, leaseMs, probeEveryMs }: TurnSettings): Turns {
  const commands = withCommands(redis)
  const bounds = [AT_ONCE, TIMEOUTS_IN_A_ROW, leaseMs, KEEP_MS, probeEveryMs] as const

  async function hasten(host: string, jobIds: string[]): Promise<void> {
    for (const jobId of jobIds) {
      // Whose turn it is may have come by itself, or be gone.
      if (!(await queue.hasten(jobId))) await end(host, jobId, 'absent')
    }
  }

  async function end(host: string, jobId: string, ending: Ending | 'absent'): Promise<void> {
    await hasten(host, await commands.endTurn(...keysOf(host), ...bounds, jobId, ending))
  }

  return {
    async take(host, jobId) {
      const [state, inMs, ahead] = await commands.takeTurn(...keysOf(host), ...bounds, jobId)
      if (state === 'go') return { state }
      const soonest = state === 'held' ? inMs : COME_AGAIN_MS
      return { state, retryMs: Math.min(soonest + ahead * APART_MS, LATEST_MS) }
    },
    async park(host, jobId, since) {
      await hasten(host, await commands.parkTurn(...keysOf(host), ...bounds, jobId, since))
    },
    end,
  }
}

function keysOf(host: string) {
  return [`receiver:${host}:turns`, `receiver:${host}:waiting`, `receiver:${host}:timeouts`] as const
}

interface Scriptable {
  defineCommand(name: string, definition: { numberOfKeys: number; lua: string }): void
}

function withCommands(redis: object): TurnCommands {
  for (const [name, lua] of Object.entries(COMMANDS))
    (redis as Scriptable).defineCommand(name, { numberOfKeys: 3, lua })
  return redis as TurnCommands
}
