import { finishedOfRecord, type ManagementClient, type RenderRecord } from '@render/management-client'
import { asServiceUnavailable, type Batches, type RenderFinder, type RenderState } from '@render/jobs'
import type { PublicOptions } from '@render/options'
import type { Finished } from '@render/outputs'

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

/** Finds renders in the queue and in management's records. All calls throw `ServiceUnavailable` when either is away. */
export interface LookUp {
  /** Finds a render in the queue while its jobs are there, in management's records later. */
  find: (id: string) => Promise<FoundRender | undefined>
  /** Whether the record of the render is committed. */
  isRecorded: (id: string) => Promise<boolean>
  /** Finds a batch with those of its renders that were queued. */
  batch: (id: string) => Promise<FoundBatch | undefined>
  /** Marks the files of a render as deleted in its record, and returns its end. */
  markDeleted: (id: string) => Promise<Finished | undefined>
}

export function createLookUp(
  finder: Pick<RenderFinder, 'find' | 'requestOf'>,
  management: Pick<ManagementClient, 'record' | 'batch' | 'markDeleted'>,
  batches: Pick<Batches, 'find'>,
): LookUp {
  async function findInQueue(renderId: string): Promise<FoundRender | undefined> {
    const [state, request] = await Promise.all([finder.find(renderId), finder.requestOf(renderId)])
    if (!state || !request) return undefined
    const { projectId, options, queue } = request
    return { renderId, projectId, options, ...(queue !== undefined && { queue }), state }
  }

  return {
    async find(id) {
      const queued = await asServiceUnavailable(findInQueue(id))
      if (queued) return queued
      const record = await management.record(id)
      return record && foundOf(record)
    },
    async isRecorded(id) {
      return !(await asServiceUnavailable(finder.requestOf(id)))
    },
    async batch(id) {
      const stored = await asServiceUnavailable(batches.find(id))
      const ids = stored?.renderIds ?? []
      const queued = await asServiceUnavailable(Promise.all(ids.map(findInQueue)))
      const isAllQueued = stored && queued.every((found) => found)
      const record = isAllQueued ? undefined : await management.batch(id)
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

function foundOf(record: RenderRecord): FoundRender {
  const { renderId, projectId, options } = record
  return { renderId, projectId, options, state: finishedOfRecord(record) }
}
