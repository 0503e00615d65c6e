import type { DirectoryClient, RenderRecord } from '@render/directory'
import type { RenderFinder, RenderOutcome, RenderState } from '@render/jobs'
import type { PublicOptions } from '@render/options'
import { orQueueAway } from './queue-away.ts'

/** What was asked for, and whose it is. */
interface RecordedRequest {
  projectId: string
  options: PublicOptions
}

/** Both throw `ServiceUnavailable` when the place that has to be asked is away. */
export interface LookUp {
  /** Where a render stands: the queue knows while its jobs are there, management from then on. */
  find: (id: string) => Promise<RenderState | undefined>
  requestOf: (id: string) => Promise<RecordedRequest | undefined>
}

export function createLookUp(
  finder: Pick<RenderFinder, 'find' | 'requestOf'>,
  directory: Pick<DirectoryClient, 'record'>,
): LookUp {
  return {
    async find(id) {
      const state = await orQueueAway(finder.find(id))
      if (state) return state
      const record = await directory.record(id)
      return record && stateOf(record)
    },
    async requestOf(id) {
      const request = (await orQueueAway(finder.requestOf(id))) ?? (await directory.record(id))
      return request && { projectId: request.projectId, options: request.options }
    },
  }
}

function stateOf({ error, attempts, outcome, endedAt }: RenderRecord): RenderState {
  return error
    ? { status: 'failed', error, ...(attempts !== null && { attempts }), endedAt: Date.parse(endedAt) }
    : { status: 'succeeded', outcome: outcome as RenderOutcome }
}
