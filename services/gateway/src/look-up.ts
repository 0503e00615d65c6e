import type { DirectoryClient, RenderRecord } from '@render/directory'
import type { Batches, Finished, RenderFinder, RenderOutcome, RenderState } from '@render/jobs'
import type { PublicOptions } from '@render/options'
import { orQueueAway } from './queue-away.ts'

/** What was asked for, and whose it is. */
interface RecordedRequest {
  projectId: string
  options: PublicOptions
  /** The queue of workers that it is in, where that is known and not the default one. */
  queue?: string
}

/** Renders that were made by one request, in its order. */
interface FoundBatch {
  projectId: string
  renders: { renderId: string; state: RenderState; options: PublicOptions }[]
}

/** All throw `ServiceUnavailable` when the place that has to be asked is away. */
export interface LookUp {
  /** Where a render stands: the queue knows while its jobs are there, management from then on. */
  find: (id: string) => Promise<RenderState | undefined>
  requestOf: (id: string) => Promise<RecordedRequest | undefined>
  /** Whether the queue has forgotten the render, its record being committed. */
  isSettled: (id: string) => Promise<boolean>
  /** The renders of a batch, those that were queued. */
  batch: (id: string) => Promise<FoundBatch | undefined>
  /** Notes that the files of a render are deleted, and gives its end. */
  noteDeleted: (id: string) => Promise<Finished | undefined>
}

export function createLookUp(
  finder: Pick<RenderFinder, 'find' | 'requestOf'>,
  directory: Pick<DirectoryClient, 'record' | 'batch' | 'noteDeleted'>,
  batches: Pick<Batches, 'find'>,
): LookUp {
  async function findInQueue(renderId: string): Promise<FoundBatch['renders'][number] | undefined> {
    const [state, request] = await Promise.all([finder.find(renderId), finder.requestOf(renderId)])
    return state && request && { renderId, state, options: request.options }
  }

  return {
    async find(id) {
      const state = await orQueueAway(finder.find(id))
      if (state) return state
      const record = await directory.record(id)
      return record && stateOf(record)
    },
    async requestOf(id) {
      const queued = await orQueueAway(finder.requestOf(id))
      const request: RecordedRequest | undefined = queued ?? (await directory.record(id))
      if (!request) return undefined
      const { projectId, options, queue } = request
      return { projectId, options, ...(queue !== undefined && { queue }) }
    },
    async isSettled(id) {
      return !(await orQueueAway(finder.requestOf(id))) && !(await orQueueAway(finder.find(id)))
    },
    async batch(id) {
      const kept = await orQueueAway(batches.find(id))
      const ids = kept?.renderIds ?? []
      const queued = await orQueueAway(Promise.all(ids.map(findInQueue)))
      const isAllQueued = kept && queued.every((found) => found)
      const record = isAllQueued ? undefined : await directory.batch(id)
      const recorded = new Map(record?.renders.map((render) => [render.renderId, foundOf(render)]))
      const found = kept
        ? ids.map((renderId, at) => queued[at] ?? recorded.get(renderId))
        : [...recorded.values()]
      const renders = found.filter((render) => render !== undefined)
      return renders.length > 0 ? { projectId: (kept ?? record)!.projectId, renders } : undefined
    },
    async noteDeleted(id) {
      const record = await directory.noteDeleted(id)
      return record && stateOf(record)
    },
  }
}

function foundOf(record: RenderRecord): FoundBatch['renders'][number] {
  return { renderId: record.renderId, state: stateOf(record), options: record.options }
}

function stateOf({ error, attempts, outcome, endedAt }: RenderRecord): Finished {
  return error
    ? { status: 'failed', error, ...(attempts !== null && { attempts }), endedAt: Date.parse(endedAt) }
    : { status: 'succeeded', outcome: outcome as RenderOutcome }
}
