import type { DirectoryClient, RenderRecord } from '@render/directory'
import type { RenderFinder, RenderOutcome, RenderState } from '@render/jobs'
import { orQueueAway } from './queue-away.ts'

/** Both throw `ServiceUnavailable` when the place that has to be asked is away. */
export interface LookUp {
  /** Where a render stands: the queue knows while its jobs are there, management from then on. */
  find: (id: string) => Promise<RenderState | undefined>
  projectOf: (id: string) => Promise<string | undefined>
}

export function createLookUp(
  finder: Pick<RenderFinder, 'find' | 'ownerOf'>,
  directory: Pick<DirectoryClient, 'record'>,
): LookUp {
  return {
    async find(id) {
      const state = await orQueueAway(finder.find(id))
      if (state) return state
      const record = await directory.record(id)
      return record && stateOf(record)
    },
    async projectOf(id) {
      const owner = (await orQueueAway(finder.ownerOf(id))) ?? (await directory.record(id))
      return owner?.projectId
    },
  }
}

function stateOf({ error, outcome, endedAt }: RenderRecord): RenderState {
  return error
    ? { status: 'failed', error, endedAt: Date.parse(endedAt) }
    : { status: 'succeeded', outcome: outcome as RenderOutcome }
}
