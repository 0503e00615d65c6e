// A Redis with the queues of renders, and renders to submit to them.
import { randomUUIDv7 } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals'
import type { Finished, RenderOutcome } from '@render/outputs'
import { startSingleRedis, type SingleServer } from '@render/local'
import {
  connectFailFast,
  connectBlocking,
  createRenderFinder,
  createSubmitter,
  createWorker,
  finishedOf,
  untilReady,
  type Processor,
  type QueueName,
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

/**
 * Opens the queues of a Redis for the test that runs: one Redis for the tests of the enclosing block, emptied before each
 * of them. A test that stops the server or leaves a worker behind takes `startTestQueues`.
 */
export function useTestQueues(): TestQueues {
  const queues = {} as TestQueues
  let server: SingleServer
  beforeAll(async () => {
    server = await startSingleRedis()
  })
  beforeEach(async () => {
    Object.assign(queues, await openTestQueues(server))
    await queues.redis.flushall()
  })
  afterEach(async () => queues[Symbol.asyncDispose]())
  afterAll(async () => server[Symbol.asyncDispose]())
  return queues
}

export async function startTestQueues() {
  await using parts = new AsyncDisposableStack()
  const queues = parts.use(await openTestQueues(parts.use(await startSingleRedis())))
  const kept = parts.move()
  return { ...queues, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

async function openTestQueues({ url }: Pick<SingleServer, 'url'>) {
  await using parts = new AsyncDisposableStack()
  const redis = connectFailFast(url)
  const blocking = connectBlocking(url)
  for (const connection of [redis, blocking]) parts.defer(() => connection.disconnect())
  await untilReady(redis)
  const submitter = parts.use(createSubmitter(redis))
  const finder = parts.use(createRenderFinder(redis))
  const kept = parts.move()

  return {
    url,
    redis,
    blocking,
    finder,
    /** Submits a new render and returns its id. */
    async submit(options: SubmissionOptions = {}): Promise<string> {
      const submission = newSubmission(options)
      await submitter.submitAll([submission])
      return submission.id
    },
    submitAll: (submissions: Submission[]) => submitter.submitAll(submissions),
    /** Disposes of a resource before the connections. */
    use: <T extends AsyncDisposable>(resource: T): T => kept.use(resource),
    work<Q extends QueueName>(name: Q, process: Processor<Q>, concurrency = 4, queue?: string) {
      return kept.use(createWorker(name, blocking, process, { concurrency, queue, drainMs: 100 }))
    },
    /** Runs the record step; returns the end of each render by its id. */
    recordAll(): Map<string, Finished> {
      const ended = new Map<string, Finished>()
      this.work('records', async (job) => {
        const finished = await finishedOf(job)
        ended.set(job.id!, finished)
        return finished
      })
      return ended
    },
    /** Returns the ids of all jobs that wait or run, in every queue. */
    async unfinished(): Promise<string[]> {
      const keys = await redis.keys('bull:*')
      const lists = keys.filter((key) => /:(wait|active|paused)$/.test(key))
      const sets = keys.filter((key) => /:(prioritized|delayed|waiting-children)$/.test(key))
      const found = [
        ...lists.map((key) => redis.lrange(key, 0, -1)),
        ...sets.map((key) => redis.zrange(key, '0', '-1')),
      ]
      return (await Promise.all(found)).flat()
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
