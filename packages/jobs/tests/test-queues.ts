// A Redis with the queues of a render on it, and renders to put there.
import { randomUUIDv7 } from 'node:crypto'
import { startRedisAlone } from '@render/local'
import {
  connectImpatiently,
  connectPatiently,
  createRenderFinder,
  createSubmitter,
  createWorker,
  finishedOf,
  untilReady,
  type Finished,
  type Processor,
  type QueueName,
  type RenderOutcome,
  type Submission,
} from '../src/index.ts'

export type TestQueues = Awaited<ReturnType<typeof startTestQueues>>

export const outcome: RenderOutcome = {
  artefact: {
    key: '2026/01/02/aaaaaaaaaaaaaaaaaaaaaa.png',
    contentType: 'image/png',
    sizeBytes: 7,
    sha256: 'ab',
  },
  width: 1280,
  height: 1024,
  bandwidthBytes: 0,
  renderTimeMs: 12.5,
  queueTimeMs: 3,
  startedAt: 1_767_312_000_000,
  endedAt: 1_767_312_000_013,
  attempts: 1,
  warnings: [],
}

export async function startTestQueues() {
  await using parts = new AsyncDisposableStack()
  const { url } = parts.use(await startRedisAlone())
  const redis = connectImpatiently(url)
  const patient = connectPatiently(url)
  for (const connection of [redis, patient]) parts.defer(() => connection.disconnect())
  await untilReady(redis)
  const submitter = parts.use(createSubmitter(redis))
  const finder = parts.use(createRenderFinder(redis))
  const kept = parts.move()

  return {
    url,
    redis,
    patient,
    finder,
    /** Submits a render of its own and gives its id. */
    async submit(options: SubmissionOptions = {}): Promise<string> {
      const submission = newSubmission(options)
      await submitter.submit(submission)
      return submission.id
    },
    submitAll: (submissions: Submission[]) => submitter.submitAll(submissions),
    work<Q extends QueueName>(name: Q, process: Processor<Q>, concurrency = 4, queue?: string) {
      return kept.use(createWorker(name, patient, process, { concurrency, queue, drainMs: 100 }))
    },
    /** Runs the record step and keeps, by render id, how each render ended. */
    recordAll(): Map<string, Finished> {
      const ended = new Map<string, Finished>()
      this.work('records', async (job) => {
        const finished = await finishedOf(job)
        ended.set(job.id!, finished)
        return finished
      })
      return ended
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

interface SubmissionOptions {
  webhook?: boolean
  id?: string
  queue?: string
  projectId?: string
}

export function newSubmission({
  webhook = false,
  id = randomUUIDv7(),
  queue,
  projectId = 'prj_1',
}: SubmissionOptions = {}): Submission {
  const owner = { organisationId: 'org_1', projectId }
  const job = { ...owner, requestId: 'req_1', options: { html: '<p>hello' }, createdAt: Date.now() }
  return {
    id,
    render: { ...job, sealedOptions: 'sealed', warnings: [] },
    record: { ...job, ...(queue && { queue }) },
    ...(webhook && {
      webhook: { ...owner, requestId: job.requestId, sealedUrl: 'sealed', createdAt: job.createdAt },
    }),
  }
}
