import type { Finished, RenderOutcome } from '@render/outputs'
import { Job } from 'bullmq'
import type { Redis } from 'ioredis'
import { endOutstanding } from '../admission/outstanding.ts'
import { settleReservation, type UsedRenders } from '../admission/quota.ts'
import { finishedOf, failureOf } from '../finished.ts'
import type { Owner, RecordJob } from '../payloads.ts'
import { openQueue } from '../queues/open-queue.ts'
import { openRendersQueues } from './renders-queues.ts'

export type RenderState = { status: 'created' | 'retrying' } | Finished

export interface RenderFinder extends AsyncDisposable {
  /** Returns the state of a render from its own job or its record's job; undefined once both are gone. */
  find(id: string): Promise<RenderState | undefined>
  /** Returns the owner and options of a render; undefined once its record is committed. */
  requestOf(id: string): Promise<RecordJob | undefined>
  /**
   * Removes a render whose record is committed, also from the outstanding renders. `used` is what its organisation has
   * used including this render; optional, set when that is limited.
   */
  forget(id: string, record: Owner & Pick<RecordJob, 'queue'>, used?: UsedRenders): Promise<void>
}

export function createRenderFinder(redis: Redis): RenderFinder {
  const renders = openRendersQueues(redis)
  const records = openQueue<RecordJob>(redis, 'records')

  /** Reads single fields, because a job's data can contain megabytes of HTML. */
  async function findRenderJob(id: string, queue?: string): Promise<RenderState | undefined> {
    const [timestamp, finishedOn, failedReason, returnvalue, progress, starts] = await redis.hmget(
      renders.of(queue).toKey(id),
      'timestamp',
      'finishedOn',
      'failedReason',
      'returnvalue',
      'progress',
      'ats',
    )
    if (!timestamp) return undefined
    if (finishedOn && failedReason)
      return { status: 'failed', ...failureOf(failedReason), endedAt: Number(finishedOn) }
    if (finishedOn) return { status: 'succeeded', outcome: JSON.parse(returnvalue!) as RenderOutcome }
    const retrying = progress?.includes('retrying') || Number(starts ?? 0) > 1
    return { status: retrying ? 'retrying' : 'created' }
  }

  async function requestOf(id: string): Promise<RecordJob | undefined> {
    const data = await redis.hget(records.queue.toKey(id), 'data')
    return data ? (JSON.parse(data) as RecordJob) : undefined
  }

  async function findRecordJob(id: string): Promise<RenderState | undefined> {
    const job = await Job.fromId<RecordJob>(records.queue, id)
    const finished = job && (await finishedOf(job))
    // The job may have ended between the two reads, and its child's value with it: then management has the record.
    return (await redis.exists(records.queue.toKey(id))) ? finished : undefined
  }

  return {
    async find(id) {
      const inDefault = await findRenderJob(id)
      if (inDefault) return inDefault
      const queue = (await requestOf(id))?.queue
      return (queue && (await findRenderJob(id, queue))) || findRecordJob(id)
    },
    requestOf,
    async forget(id, { organisationId, projectId, queue }, used) {
      await Promise.all([
        renders.remove(id, queue),
        endOutstanding(redis, projectId, [id]),
        settleReservation(redis, { id, organisationId }, used),
      ])
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([renders[Symbol.asyncDispose](), records[Symbol.asyncDispose]()])
    },
  }
}
