import { finishedOfRecord, type ManagementClient, type RenderRecord } from '@render/management-client'
import {
  asServiceUnavailable,
  optionsOf,
  type Batches,
  type FoundJob,
  type RenderFinder,
  type RenderState,
} from '@render/jobs'
import type { PublicOptions } from '@render/options'
import type { Finished } from '@render/outputs'
import { LRUCache } from 'lru-cache'
import type { LookupLimit } from '../intake/lookup-limit.ts'

/** A render with its owner, its options and its state. */
interface FoundRender {
  renderId: string
  projectId: string
  options: PublicOptions
  /** Name of its queue; optional, set when it is known and not the default queue. */
  queue?: string
  state: RenderState
}

/** Renders of one batch, in the order of the request. */
interface FoundBatch {
  projectId: string
  renders: FoundRender[]
}

/**
 * Finds renders in the queue and in management's records.
 * @throws {RenderError} `ServiceUnavailable` from all calls, when either is unavailable.
 */
export interface RenderLookup {
  /**
   * Finds a render in the queue while its jobs are there, in management's records later. `client` is set for a request that
   * names the id: unknown ids are limited then, with `RateLimitExceededError`.
   */
  find: (id: string, client?: string) => Promise<FoundRender | undefined>
  /** Whether the record of the render is committed. */
  isRecorded: (id: string) => Promise<boolean>
  /** Finds a batch with those of its renders that were queued; `client` as above. */
  batch: (id: string, client?: string) => Promise<FoundBatch | undefined>
  /** Marks the files of a render as deleted in its record, and returns its end. */
  markDeleted: (id: string) => Promise<Finished | undefined>
}

/** Limits lookups of unknown ids in management. */
interface Guards {
  unknownIdLimit: LookupLimit
  isPossible: (id: string) => boolean
}

/** Short, because a render may be queued under an id that was asked for before. */
const UNKNOWN_TTL_MS = 1000
const MAX_UNKNOWN = 10_000

export function createRenderLookup(
  finder: Pick<RenderFinder, 'findAll' | 'recordJobOf'>,
  management: Pick<ManagementClient, 'record' | 'batch' | 'markDeleted'>,
  batches: Pick<Batches, 'find'>,
  { unknownIdLimit, isPossible }: Guards,
): RenderLookup {
  /** Ids that were found unknown a moment ago. */
  const unknown = new LRUCache<string, true>({ max: MAX_UNKNOWN, ttl: UNKNOWN_TTL_MS })

  /** Looks up an id in management that is not in the queue. */
  async function ask<T>(id: string, client: string | undefined, question: () => Promise<T | undefined>) {
    if (client === undefined) return question()
    const answer = await unknownIdLimit.run(client, question)
    if (answer === undefined) unknown.set(id, true)
    return answer
  }

  /** Returns whether an id is known not to exist, without a request to management. */
  const isUnknown = (id: string, client: string | undefined) =>
    !isPossible(id) || (client !== undefined && unknown.has(id))

  async function findInQueue(renderId: string): Promise<FoundRender | undefined> {
    const [job] = await finder.findAll([renderId])
    return job && foundIn(renderId, job)
  }

  return {
    async find(id, client) {
      if (isUnknown(id, client)) return undefined
      const queued = await asServiceUnavailable(findInQueue(id))
      if (queued) return queued
      const record = await ask(id, client, () => management.record(id))
      return record && foundOf(record)
    },
    async isRecorded(id) {
      return !(await asServiceUnavailable(finder.recordJobOf(id)))
    },
    async batch(id, client) {
      if (isUnknown(id, client)) return undefined
      const stored = await asServiceUnavailable(batches.find(id))
      const ids = stored?.renderIds ?? []
      const jobs = await asServiceUnavailable(finder.findAll(ids))
      const queued = jobs.map((job, at) => job && foundIn(ids[at]!, job))
      const isAllQueued = stored && queued.every((found) => found)
      const record = isAllQueued ? undefined : await ask(id, client, () => management.batch(id))
      const recorded = new Map(record?.renders.map((render) => [render.renderId, foundOf(render)]))
      const found = stored
        ? ids.map((renderId, at) => queued[at] ?? recorded.get(renderId))
        : [...recorded.values()]
      const renders = found.filter((render) => render !== undefined)
      return renders.length > 0 ? { projectId: (stored ?? record)!.projectId, renders } : undefined
    },
    async markDeleted(id) {
      const record = await management.markDeleted(id)
      return record && finishedOfRecord(record)
    },
  }
}

function foundIn(renderId: string, { state, recordJob }: FoundJob): FoundRender {
  const { projectId, queue } = recordJob
  return { renderId, projectId, options: optionsOf(recordJob), ...(queue !== undefined && { queue }), state }
}

function foundOf(record: RenderRecord): FoundRender {
  const { renderId, projectId, options } = record
  return { renderId, projectId, options, state: finishedOfRecord(record) }
}
