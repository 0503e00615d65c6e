// Limits concurrent deliveries per receiver host over all dispatchers. A host that times out repeatedly gets only a probe
// at intervals. The state of each host is in Redis.
import type { WebhookQueue } from '@render/jobs'
import { COMMANDS, type SlotCommands } from './slot-commands.ts'

export interface HostSlots {
  /** Takes a slot if one is free; then `free` must follow. */
  take(host: string, jobId: string): Promise<Slot>
  /** Promotes a postponed job once a slot is free; jobs of a host are promoted in the order of `since`. */
  wait(host: string, jobId: string, since: number): Promise<void>
  free(host: string, jobId: string, ending: Ending): Promise<void>
}

/** `busy`: all slots are taken. `held`: the host timed out. Retry after `retryMs` unless the job is promoted before. */
export type Slot = { state: 'go' } | { state: 'busy' | 'held'; retryMs: number }

/** `unknown`: the receiver was not contacted, or the request was aborted. */
export type Ending = 'answered' | 'timeout' | 'unknown'

export interface HostSlotsSettings {
  redis: object
  queue: Pick<WebhookQueue, 'promote'>
  /** Longer than a delivery takes; after that time the slots of a dispatcher that died are free. */
  leaseMs: number
  /** Interval between attempts at a host that timed out. */
  probeEveryMs: number
}

const SLOTS = 4
const MAX_TIMEOUTS = 3
/** How long a slot is reserved for a promoted job. */
const RESERVATION_MS = 5000
/** Waiting jobs retry on their own, in case the dispatcher that would promote them died. */
const RETRY_MS = 5000
const RETRY_SPACING_MS = 100
const MAX_RETRY_MS = 600_000

export function createHostSlots({ redis, queue, leaseMs, probeEveryMs }: HostSlotsSettings): HostSlots {
  const commands = withCommands(redis)
  const bounds = [SLOTS, MAX_TIMEOUTS, leaseMs, RESERVATION_MS, probeEveryMs] as const

  async function promote(host: string, jobIds: string[]): Promise<void> {
    for (const jobId of jobIds) {
      // The job may have started on its own, or no longer exist.
      if (!(await queue.promote(jobId))) await free(host, jobId, 'absent')
    }
  }

  async function free(host: string, jobId: string, ending: Ending | 'absent'): Promise<void> {
    await promote(host, await commands.freeHostSlot(...keysOf(host), ...bounds, jobId, ending))
  }

  return {
    async take(host, jobId) {
      const [state, inMs, ahead] = await commands.takeHostSlot(...keysOf(host), ...bounds, jobId)
      if (state === 'go') return { state }
      const firstMs = state === 'held' ? inMs : RETRY_MS
      return { state, retryMs: Math.min(firstMs + ahead * RETRY_SPACING_MS, MAX_RETRY_MS) }
    },
    async wait(host, jobId, since) {
      await promote(host, await commands.waitForHostSlot(...keysOf(host), ...bounds, jobId, since))
    },
    free,
  }
}

function keysOf(host: string) {
  return [`receiver:${host}:slots`, `receiver:${host}:waiting`, `receiver:${host}:timeouts`] as const
}

interface Scriptable {
  defineCommand(name: string, definition: { numberOfKeys: number; lua: string }): void
}

function withCommands(redis: object): SlotCommands {
  for (const [name, lua] of Object.entries(COMMANDS))
    (redis as Scriptable).defineCommand(name, { numberOfKeys: 3, lua })
  return redis as SlotCommands
}
