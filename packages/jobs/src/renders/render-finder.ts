import type { Finished, RenderOutcome } from '@render/outputs'
import { Job } from 'bullmq'
import type { Redis } from 'ioredis'
import { forgetEndedRenders } from '../admission/outstanding.ts'
import { settleReservation, type UsedRenders } from '../admission/quota.ts'
import { finishedOf, failureOf } from '../finished.ts'
import type { Owner, RecordJob } from '../payloads.ts'
import { RECORD_JOB_PREFIX, RENDER_QUEUE_PREFIX } from '../queues/names.ts'
import { openQueue } from '../queues/open-queue.ts'
import { openRendersQueues } from './renders-queues.ts'

export type RenderState = { status: 'created' | 'retrying' } | Finished

export function isFinished(state: RenderState): state is Finished {
  return state.status === 'succeeded' || state.status === 'failed'
}

/** A render in the queue: its state, and the job of its record, which has its owner and options. */
export interface FoundJob {
  state: RenderState
  recordJob: RecordJob
}

export interface RenderFinder extends AsyncDisposable {
  /** Returns the state of a render from its own job or its record's job; undefined once its record is committed. */
  find(id: string): Promise<RenderState | undefined>
  /** Returns the renders that are not recorded yet, in the order of the ids and in one round trip; undefined for others. */
  findAll(ids: string[]): Promise<(FoundJob | undefined)[]>
  /** Returns the job of a render's record, which has its owner and options; undefined once its record is committed. */
  recordJobOf(id: string): Promise<RecordJob | undefined>
  /**
   * Removes a render whose record is committed, also from the outstanding renders. `used` is what its organisation has
   * used including this render; optional, set when that is limited.
   */
  forget(id: string, record: Owner & Pick<RecordJob, 'queue'>, used?: UsedRenders): Promise<void>
}

/** The fields of a render's job that its state follows from. */
const STATE_FIELDS = ['timestamp', 'finishedOn', 'failedReason', 'returnvalue', 'progress', 'ats'] as const

/** Reads single fields, because a job's data can contain megabytes of HTML. The record's job names the queue of the render. */
const FIND_RENDERS = `
local found = {}
for _, id in ipairs(ARGV) do
  local data = redis.call('HGET', '${RECORD_JOB_PREFIX}' .. id, 'data')
  local fields = false
  if data then
    local queue = cjson.decode(data).queue
    local job = '${RENDER_QUEUE_PREFIX}' .. (queue and '-' .. queue or '') .. ':' .. id
    fields = redis.call('HMGET', job, ${STATE_FIELDS.map((name) => `'${name}'`).join(', ')})
  end
  table.insert(found, {data, fields})
end
return found
`

type Fields = (string | null)[]
type FindCommand = (...ids: string[]) => Promise<[string | null, Fields | null][]>

/** Returns the state of a render from the fields of its job; undefined without a job. */
function stateOf(fields: Fields): RenderState | undefined {
  const [timestamp, finishedOn, failedReason, returnvalue, progress, starts] = fields
  if (!timestamp) return undefined
  if (finishedOn && failedReason)
    return { status: 'failed', ...failureOf(failedReason), endedAt: Number(finishedOn) }
  if (finishedOn) return { status: 'succeeded', outcome: JSON.parse(returnvalue!) as RenderOutcome }
  const retrying = progress?.includes('retrying') || Number(starts ?? 0) > 1
  return { status: retrying ? 'retrying' : 'created' }
}

export function createRenderFinder(redis: Redis): RenderFinder {
  const renders = openRendersQueues(redis)
  const records = openQueue<RecordJob>(redis, 'records')
  redis.defineCommand('findRenders', { numberOfKeys: 0, lua: FIND_RENDERS, readOnly: true })
  const commands = redis as Redis & { findRenders: FindCommand }

  async function stateFromRecordJob(id: string): Promise<RenderState | undefined> {
    const job = await Job.fromId<RecordJob>(records.queue, id)
    const finished = job && (await finishedOf(job))
    // The job may have ended between the two reads, and its child's value with it: then management has the record.
    return (await redis.exists(records.queue.toKey(id))) ? finished : undefined
  }

  async function findAll(ids: string[]): Promise<(FoundJob | undefined)[]> {
    if (ids.length === 0) return []
    const found = await commands.findRenders(...ids)
    return Promise.all(
      found.map(async ([data, fields], at) => {
        // A render that was removed from its queue has no job of its own.
        const state = data && (stateOf(fields!) ?? (await stateFromRecordJob(ids[at]!)))
        return state ? { state, recordJob: JSON.parse(data) as RecordJob } : undefined
      }),
    )
  }

  return {
    findAll,
    async find(id) {
      const [found] = await findAll([id])
      return found?.state
    },
    async recordJobOf(id) {
      const data = await redis.hget(records.queue.toKey(id), 'data')
      return data ? (JSON.parse(data) as RecordJob) : undefined
    },
    async forget(id, { organisationId, projectId, queue }, used) {
      await Promise.all([
        renders.remove(id, queue),
        forgetEndedRenders(redis, projectId, [id]),
        settleReservation(redis, { id, organisationId }, used),
      ])
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([renders[Symbol.asyncDispose](), records[Symbol.asyncDispose]()])
    },
  }
}
