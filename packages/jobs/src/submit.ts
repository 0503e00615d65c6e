import { FlowProducer, type FlowJob } from 'bullmq'
import type { Redis } from 'ioredis'
import { rendersQueue } from './named-queue.ts'
import type { RecordJob, RenderJob, WebhookJob } from './payloads.ts'
import { createTurns } from './take-turns.ts'
import { WEBHOOK_OPTIONS } from './webhook-queue.ts'

export interface Submission {
  id: string
  render: RenderJob
  record: RecordJob
  /** Only when an event is wanted. */
  webhook?: WebhookJob
}

export interface Submitter extends AsyncDisposable {
  /** An error does not mean that nothing was added: the render may still run, under the same id. */
  submit(submission: Submission): Promise<void>
  /** The same for several renders of one project: all of them are added, or none. */
  submitAll(submissions: Submission[]): Promise<void>
}

/** Finished renders stay until their record is committed; this age only catches what was never recorded. */
const KEEP_FINISHED = { age: 24 * 3600 }
/** For whoever looks for what could not be recorded. */
const KEEP_UNRECORDED = { age: 30 * 24 * 3600 }
/** As long as it takes: the worker of records decides what is hopeless. */
const RECORD_ATTEMPTS = 1_000_000

/**
 * Adds a render as one flow, `webhooks <- records <- renders`: a parent becomes runnable in the same atomic step in
 * which its child ends, also when it ends in failure, so nothing is lost between steps.
 */
export function createSubmitter(redis: Redis): Submitter {
  const flows = new FlowProducer({ connection: redis })
  flows.on('error', () => {})
  const turns = createTurns(redis)
  return {
    async submit(submission) {
      const { queue, projectId } = submission.record
      const [priority] = await turns.take(rendersQueue(queue), projectId, 1)
      await flows.add(flowOf(submission, priority!))
    },
    async submitAll(submissions) {
      const byQueue = Map.groupBy(submissions, ({ record }) => rendersQueue(record.queue))
      const added = [...byQueue].map(async ([queueName, some]) => {
        const priorities = await turns.take(queueName, some[0]!.record.projectId, some.length)
        return some.map((submission, at) => flowOf(submission, priorities[at]!))
      })
      await flows.addBulk((await Promise.all(added)).flat())
    },
    async [Symbol.asyncDispose]() {
      await flows.close()
    },
  }
}

function flowOf({ id, render, record, webhook }: Submission, priority: number): FlowJob {
  const renders: FlowJob = {
    name: 'render',
    queueName: rendersQueue(record.queue),
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
      attempts: RECORD_ATTEMPTS,
      backoff: { type: 'custom' },
      removeOnComplete: true,
      removeOnFail: KEEP_UNRECORDED,
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
