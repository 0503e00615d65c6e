import type { FlowJob } from 'bullmq'
import type { Redis } from 'ioredis'
import { createFairQueueing } from '../admission/fair-queueing.ts'
import type { RecordJob, RenderJob, WebhookJob } from '../payloads.ts'
import { RECORD_JOB_PREFIX, rendersQueueName } from '../queues/names.ts'
import { openFlows } from '../queues/open-flows.ts'
import { RECORDING_OPTIONS } from '../queues/recording-options.ts'
import { WEBHOOK_OPTIONS } from '../webhooks/webhook-queue.ts'
import { storeSealedOptions } from './sealed-options.ts'
import { createWriteLossDetector } from './write-loss-detector.ts'

/** The jobs of one render. */
export interface Submission {
  /** Id of the render and of its jobs. */
  id: string
  render: RenderJob
  record: RecordJob
  /** Optional; set when an event is wanted. */
  webhook?: WebhookJob
}

export interface Submitter extends AsyncDisposable {
  /**
   * Queues renders of one project: all of them, or none. After an error they may still run, under the same ids.
   */
  submitAll(submissions: Submission[]): Promise<void>
  /** Returns whether a render is queued or not recorded yet; also after an error of `submitAll`. */
  isQueued(id: string): Promise<boolean>
}

/** Finished renders stay until their record is committed; this age only removes those that were never recorded. */
const KEEP_FINISHED = { age: 24 * 3600 }

/**
 * Creates a submitter that adds each render as one flow, `webhooks <- records <- renders`: a parent becomes runnable in
 * the same atomic step in which its child ends, also when that fails, so nothing is lost between steps. Calls `onLost` with
 * the ids of renders that Redis accepted and has lost.
 */
export function createSubmitter(redis: Redis, onLost: (ids: string[]) => void = () => {}): Submitter {
  const flows = openFlows(redis)
  const lossDetector = createWriteLossDetector(redis, onLost)
  const storeOptions = async (submission: Submission): Promise<Submission> => ({
    ...submission,
    render: await storeSealedOptions(redis, submission.id, submission.render),
  })
  const fairQueueing = createFairQueueing(redis)
  return {
    async submitAll(submissions) {
      const byQueue = Map.groupBy(submissions, ({ record }) => rendersQueueName(record.queue))
      const added = [...byQueue].map(async ([queueName, some]) => {
        const { projectId } = some[0]!.record
        const stored = await Promise.all(some.map(storeOptions))
        const priorities = await fairQueueing.assignPriorities(queueName, projectId, some.length)
        return stored.map((submission, at) => flowOf(submission, priorities[at]!))
      })
      await flows.addBulk((await Promise.all(added)).flat())
      lossDetector.add(submissions.map(({ id }) => id))
    },
    async isQueued(id) {
      return (await redis.exists(RECORD_JOB_PREFIX + id)) > 0
    },
    async [Symbol.asyncDispose]() {
      lossDetector[Symbol.dispose]()
      await flows.close()
    },
  }
}

function flowOf({ id, render, record, webhook }: Submission, priority: number): FlowJob {
  const renders: FlowJob = {
    name: 'render',
    queueName: rendersQueueName(record.queue),
    data: render,
    opts: {
      jobId: id,
      priority,
      ignoreDependencyOnFailure: true,
      removeOnComplete: KEEP_FINISHED,
      removeOnFail: KEEP_FINISHED,
    },
  }
  const records: FlowJob = {
    name: 'record',
    queueName: 'records',
    data: record,
    opts: {
      jobId: id,
      ...RECORDING_OPTIONS,
      ...(webhook && { ignoreDependencyOnFailure: true }),
    },
    children: [renders],
  }
  const webhooks: FlowJob | undefined = webhook && {
    name: 'webhook',
    queueName: 'webhooks',
    data: webhook,
    opts: { jobId: id, ...WEBHOOK_OPTIONS },
    children: [records],
  }
  return webhooks ?? records
}
