// Limits concurrent deliveries over all dispatchers: those of one project to one host, beneath a limit for the host, and those
// of one project to all hosts, which leaves the dispatchers to other projects. A receiver that times out repeatedly gets only a
// probe at intervals. The state is in Redis.
import { createHash } from 'node:crypto'
import type { WebhookQueue } from '@render/jobs'
import { COMMANDS, type SlotCommands } from './slot-commands.ts'

export interface ReceiverSlots {
  /** Takes a slot if one is free; then `free` must follow. */
  take(receiver: Receiver, jobId: string): Promise<Slot>
  /** Promotes a postponed job once a slot is free; jobs of a project are promoted in the order of `since`. */
  wait(receiver: Receiver, jobId: string, since: number): Promise<void>
  free(receiver: Receiver, jobId: string, ending: Ending): Promise<void>
  /** Refuses the job a slot for this time, by the clock of Redis: the queue starts jobs by the clocks of dispatchers. */
  defer(receiver: Receiver, jobId: string, forMs: number): Promise<void>
}

/** An address of a project. Its query does not matter: addresses that differ only there are one receiver. */
export interface Receiver {
  projectId: string
  url: Pick<URL, 'host' | 'origin' | 'pathname'>
}

/**
 * `busy`: all slots are taken. `held`: the receiver timed out. Retry after `retryMs` unless the job is promoted before.
 * `early`: the job is deferred, and was started by a wrong clock.
 */
export type Slot = { state: 'go' } | { state: 'busy' | 'held' | 'early'; retryMs: number }

/** `unknown`: the receiver was not contacted, or the request was aborted. */
export type Ending = 'answered' | 'timeout' | 'unknown'

export interface ReceiverSlotsSettings {
  redis: object
  queue: Pick<WebhookQueue, 'promote'>
  /** Longer than a delivery takes; after that time the slots of a dispatcher that died are free. */
  leaseMs: number
  /** Interval between attempts at a receiver that timed out. */
  probeEveryMs: number
}

/** Waiting jobs retry on their own, in case the dispatcher that would promote them died. */
const RETRY_MS = 5000
const RETRY_SPACING_MS = 100
const MAX_RETRY_MS = 600_000

export function createReceiverSlots(settings: ReceiverSlotsSettings): ReceiverSlots {
  const { redis, queue, leaseMs, probeEveryMs } = settings
  const commands = withCommands(redis)
  const times = [leaseMs, probeEveryMs] as const

  /** Promotes jobs, which may be of other projects at the same host, or of the same project at other hosts. */
  async function promote(given: string[]): Promise<void> {
    for (let at = 0; at < given.length; at += 3) {
      const [host, projectId, jobId] = [given[at]!, given[at + 1]!, given[at + 2]!]
      // The job may have started on its own, or no longer exist.
      if (!(await queue.promote(jobId))) await free([host, projectId, NO_PATH], jobId, 'absent')
    }
  }

  async function free(place: Place, jobId: string, ending: Ending | 'absent'): Promise<void> {
    await promote(await commands.freeSlot(...place, ...times, jobId, ending))
  }

  return {
    async take(receiver, jobId) {
      const [state, inMs, ahead] = await commands.takeSlot(...placeOf(receiver), ...times, jobId)
      if (state === 'go') return { state }
      const firstMs = state === 'busy' ? RETRY_MS : inMs
      return { state, retryMs: Math.min(firstMs + ahead * RETRY_SPACING_MS, MAX_RETRY_MS) }
    },
    async wait(receiver, jobId, since) {
      await promote(await commands.waitForSlot(...placeOf(receiver), ...times, jobId, since))
    },
    free: (receiver, jobId, ending) => free(placeOf(receiver), jobId, ending),
    async defer(receiver, jobId, forMs) {
      await commands.deferJob(...placeOf(receiver), ...times, jobId, forMs)
    },
  }
}

/** The prefix of the host's keys, the project, and the digest of the receiver's URL without its query. */
type Place = readonly [host: string, projectId: string, path: string]

/** For a slot whose receiver is not known, because it was not contacted. */
const NO_PATH = ''

function placeOf({ projectId, url: { host, origin, pathname } }: Receiver): Place {
  const path = createHash('sha256')
    .update(origin + pathname)
    .digest('base64url')
    .slice(0, 22)
  return [`receiver:{${host}}`, projectId, path]
}

interface Scriptable {
  defineCommand(name: string, definition: { numberOfKeys: number; lua: string }): void
}

function withCommands(redis: object): SlotCommands {
  for (const [name, lua] of Object.entries(COMMANDS))
    (redis as Scriptable).defineCommand(name, { numberOfKeys: 1, lua })
  return redis as SlotCommands
}
