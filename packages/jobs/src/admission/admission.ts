import { QueueKeys } from 'bullmq'
import type { Redis } from 'ioredis'
import type { Owner } from '../payloads.ts'
import { rendersQueueName } from '../queues/names.ts'
import { ADMIT } from './admit-script.ts'
import { capacityKey, totalCapacityKey } from './capacity.ts'
import { lastPrioritiesKey } from './fair-queueing.ts'
import { MAINTENANCE } from './maintenance.ts'
import {
  ALL_OUTSTANDING_BYTES,
  forgetEndedRenders,
  outstandingBytesKey,
  outstandingKey,
} from './outstanding.ts'
import { reservedKey, usedKey, type UsedRenders } from './quota.ts'

/** Renders to admit, and the limits that apply to them. */
export interface AdmissionRequest extends Owner {
  /** Identifies the API key whose rate is limited. */
  keyHash: string
  /** The renders, with the bytes that each takes in Redis; an empty list only checks the queue and the resources. */
  renders: { id: string; bytes: number }[]
  /** Name of their queue; optional, the default queue without it. */
  queue?: string
  /** Renders a minute of the key; null for no limit. */
  perMinute: number | null
  /**
   * The organisation's renders in its period, with those used as far as the caller knows; null for no limit. A period that
   * has ended, or whose end is not an ISO 8601 time, counts as unused.
   */
  quota: ({ limit: number } & UsedRenders) | null
  maxOutstanding: number
  /** Bytes of the project's outstanding renders, and of those of all projects. */
  maxBytes: number
  maxAllBytes: number
  /** Longest estimated wait for a worker, in milliseconds. */
  maxQueueMs: number
  /** Most renders before this one while no worker reports how fast it is. */
  maxWaiting: number
  /** Whether memory, disk and event loop of the machines allow more renders. */
  hasResources: boolean
}

/**
 * The first limit that is exceeded, in the order in which load is shed. With `quota` the quota is used up; with `reserved`
 * running renders may still use it up.
 */
export type ShedLimit =
  | 'maintenance'
  | 'rate'
  | 'quota'
  | 'reserved'
  | 'outstanding'
  | 'bytes'
  | 'all-bytes'
  | 'queue'
  | 'resources'

export interface AdmissionResult {
  /** Absent when the renders are admitted. */
  shed?: ShedLimit
  /** Milliseconds after which a retry may succeed; 0 when unknown. */
  retryAfterMs: number
  /**
   * Set when the key's rate is limited and was read, which maintenance does not do: what remains, and when (epoch
   * milliseconds) all of it is available again.
   */
  rate?: { limit: number; remaining: number; fullAt: number }
  /** Set when the organisation has a quota: recorded renders of the period. */
  used?: number
  /** The operator's maintenance message; set when there is one. */
  message?: string
}

export interface Admission {
  /** Admits renders in one atomic step for all gateways. They are outstanding until they end. */
  admit(request: AdmissionRequest): Promise<AdmissionResult>
  /** Removes admitted renders that are not made after all. */
  release(owner: Owner, ids: string[]): Promise<void>
}

const NO_QUOTA = -1

interface Commands {
  admitRenders(
    ...keysAndRequest: string[]
  ): Promise<[ShedLimit | '', number, number, number, number, (string | null)?]>
}

export function createAdmission(redis: Redis): Admission {
  const queueKeys = new QueueKeys()
  redis.defineCommand('admitRenders', { numberOfKeys: 12, lua: ADMIT })
  const commands = redis as Redis & Commands
  return {
    async admit({ keyHash, organisationId, projectId, renders, queue, perMinute, quota, ...limits }) {
      const queueName = rendersQueueName(queue)
      const [shed, retryAfterMs, remaining, fullAt, used, message] = await commands.admitRenders(
        `rate:${keyHash}`,
        outstandingKey(projectId),
        capacityKey(queueName),
        totalCapacityKey(queueName),
        queueKeys.toKey(queueName, 'wait'),
        queueKeys.toKey(queueName, 'prioritized'),
        lastPrioritiesKey(queueName),
        MAINTENANCE,
        usedKey(organisationId),
        reservedKey(organisationId),
        outstandingBytesKey(projectId),
        ALL_OUTSTANDING_BYTES,
        JSON.stringify({
          ...limits,
          projectId,
          renders,
          perMinute: perMinute ?? 0,
          quota: quota?.limit ?? NO_QUOTA,
          used: quota?.renders ?? 0,
          period: quota?.until ?? '',
          periodEnd: Date.parse(quota?.until ?? '') || 0,
        }),
      )
      return {
        ...(shed && { shed }),
        retryAfterMs,
        ...(perMinute !== null &&
          shed !== 'maintenance' && {
            rate: { limit: perMinute, remaining: Math.max(0, remaining), fullAt },
          }),
        ...(quota && { used }),
        ...(message && { message }),
      }
    },
    async release({ organisationId, projectId }, ids) {
      await Promise.all([
        forgetEndedRenders(redis, projectId, ids),
        redis.zrem(reservedKey(organisationId), ...ids),
      ])
    },
  }
}
