import { Job, Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import { outstandingOf } from './admission.ts'
import { finishedOf, failureOf } from './finished.ts'
import type { Finished, Owner, RecordJob, RenderOutcome } from './payloads.ts'
import { noteRecorded, type UsedRenders } from './quota.ts'
import { openRendersQueues } from './renders-queues.ts'

export type RenderState = { status: 'created' | 'retrying' } | Finished

export interface RenderFinder extends AsyncDisposable {
  /** Where a render stands as far as the queue knows: first its own job, then its record's. Undefined when gone. */
  find(id: string): Promise<RenderState | undefined>
  /** Whose render it is and what was asked for; undefined once its record is committed. */
  requestOf(id: string): Promise<RecordJob | undefined>
  /**
   * Forgets a render whose record is committed: it is not outstanding any more either. `used` is what its organisation has used
   * with it, where that is limited.
   */
  forget(id: string, record: Owner & Pick<RecordJob, 'queue'>, used?: UsedRenders): Promise<void>
}

export function createRenderFinder(redis: Redis): RenderFinder {
  const renders = openRendersQueues(redis)
  const records = new Queue<RecordJob>('records', { connection: redis })
  records.on('error', () => {})

  /** Reads single fields, because a job's data can hold megabytes of HTML. */
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
    const data = await redis.hget(records.toKey(id), 'data')
    return data ? (JSON.parse(data) as RecordJob) : undefined
  }

  async function findRecordJob(id: string): Promise<RenderState | undefined> {
    const job = await Job.fromId<RecordJob>(records, id)
    const finished = job && (await finishedOf(job))
    // A job that ended meanwhile took what its child returned with it: management has the record by now.
    return (await redis.exists(records.toKey(id))) ? finished : undefined
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
        renders.of(queue).remove(id),
        redis.zrem(outstandingOf(projectId), id),
        noteRecorded(redis, { id, organisationId }, used),
      ])
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([renders[Symbol.asyncDispose](), records.close()])
    },
  }
}
