// A receiver's host has slots: at most so many deliveries to it are under way, whichever dispatcher makes them, and one
// that lets everything time out gets no more than a probe now and then. What this needs is kept in Redis by the host.
import type { WebhookQueue } from '@render/jobs'
import { COMMANDS, type SlotCommands } from './slot-commands.ts'

export interface HostSlots {
  /** Whether an event may be sent now. If so, `free` has to follow. */
  take(host: string, jobId: string): Promise<Slot>
  /** Has a job that was put off hastened once there is a slot; those of a host come in the order of `since`. */
  wait(host: string, jobId: string, since: number): Promise<void>
  free(host: string, jobId: string, ending: Ending): Promise<void>
}

/** `busy`: all are taken. `held`: the host let deliveries time out. Come again after `retryMs` if nobody hastens the job. */
export type Slot = { state: 'go' } | { state: 'busy' | 'held'; retryMs: number }

/** `unknown` where the receiver was not asked, or nobody waited for what it has to say. */
export type Ending = 'answered' | 'timeout' | 'unknown'

export interface HostSlotsSettings {
  redis: object
  queue: Pick<WebhookQueue, 'hasten'>
  /** Longer than a delivery takes: the slots of a dispatcher that died are free by then. */
  leaseMs: number
  /** How often a host that lets everything time out is tried. */
  probeEveryMs: number
}

const SLOTS = 4
const TIMEOUTS_IN_A_ROW = 3
/** A slot is kept so long for whom it was given to, then for nobody. */
const KEEP_MS = 5000
/** Those who wait come by themselves one after the other, as nobody may be left to hasten them. */
const COME_AGAIN_MS = 5000
const APART_MS = 100
const LATEST_MS = 600_000

export function createHostSlots({ redis, queue, leaseMs, probeEveryMs }: HostSlotsSettings): HostSlots {
  const commands = withCommands(redis)
  const bounds = [SLOTS, TIMEOUTS_IN_A_ROW, leaseMs, KEEP_MS, probeEveryMs] as const

  async function hasten(host: string, jobIds: string[]): Promise<void> {
    for (const jobId of jobIds) {
      // It may have come by itself, or be gone.
      if (!(await queue.hasten(jobId))) await free(host, jobId, 'absent')
    }
  }

  async function free(host: string, jobId: string, ending: Ending | 'absent'): Promise<void> {
    await hasten(host, await commands.freeHostSlot(...keysOf(host), ...bounds, jobId, ending))
  }

  return {
    async take(host, jobId) {
      const [state, inMs, ahead] = await commands.takeHostSlot(...keysOf(host), ...bounds, jobId)
      if (state === 'go') return { state }
      const soonestMs = state === 'held' ? inMs : COME_AGAIN_MS
      return { state, retryMs: Math.min(soonestMs + ahead * APART_MS, LATEST_MS) }
    },
    async wait(host, jobId, since) {
      await hasten(host, await commands.waitForHostSlot(...keysOf(host), ...bounds, jobId, since))
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
