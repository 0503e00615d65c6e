import type { DirectoryClient, RenderRecord } from '@render/directory'
import {
  orQueueAway,
  type Batches,
  type Finished,
  type RenderFinder,
  type RenderOutcome,
  type RenderState,
} from '@render/jobs'
import type { PublicOptions } from '@render/options'

/** A render: whose it is, what was asked for, and where it stands. */
interface FoundRender {
  renderId: string
  projectId: string
  options: PublicOptions
  /** The queue of workers that it is in, where that is known and not the default one. */
  queue?: string
  state: RenderState
}

/** Renders that were made by one request, in its order. */
interface FoundBatch {
  projectId: string
  renders: FoundRender[]
}

/** All throw `ServiceUnavailable` when the place that has to be asked is away. */
export interface LookUp {
  /** The queue knows a render while its jobs are there, management from then on. */
  find: (id: string) => Promise<FoundRender | undefined>
  /** Whether the record of the render is committed, so that management is asked. */
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
  async function findInQueue(renderId: string): Promise<FoundRender | undefined> {
    const [state, request] = await Promise.all([finder.find(renderId), finder.requestOf(renderId)])
    if (!state || !request) return undefined
    const { projectId, options, queue } = request
    return { renderId, projectId, options, ...(queue !== undefined && { queue }), state }
  }

  return {
    async find(id) {
      const queued = await orQueueAway(findInQueue(id))
      if (queued) return queued
      const record = await directory.record(id)
      return record && foundOf(record)
    },
    async isSettled(id) {
      return !(await orQueueAway(finder.requestOf(id)))
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

function foundOf(record: RenderRecord): FoundRender {
  const { renderId, projectId, options } = record
  return { renderId, projectId, options, state: stateOf(record) }
}

function stateOf({ error, attempts, outcome, endedAt }: RenderRecord): Finished {
  return error
    ? { status: 'failed', error, ...(attempts !== null && { attempts }), endedAt: Date.parse(endedAt) }
    : { status: 'succeeded', outcome: outcome as RenderOutcome }
}
