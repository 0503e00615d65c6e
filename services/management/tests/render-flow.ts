// Stands in for the gateway that submits renders, the worker that finishes them and the dispatcher.
import {
  connectFailFast,
  connectBlocking,
  createRenderFinder,
  createSubmitter,
  createWorker,
  recordedOf,
  UnrecoverableError,
  untilReady,
  writeFailure,
  type BatchMember,
  type Owner,
  type WebhookEvent,
} from '@render/jobs'
import type { Finished, RenderOutcome } from '@render/outputs'
import { RenderError } from '@render/errors'
import type { SignJob } from '@render/vault'
import { randomUUIDv7 } from 'node:crypto'

export type RenderFlow = Awaited<ReturnType<typeof startRenderFlow>>

export const outcome: RenderOutcome = {
  artefact: { key: '2026/11/20/1f0e.png', contentType: 'image/png', sizeBytes: 7, sha256: 'ab12' },
  width: 1280,
  height: 1024,
  response: { statusCode: 200, statusCodeInitial: 301 },
  bandwidthBytes: 4096,
  renderTimeMs: 120.5,
  queueTimeMs: 3,
  startedAt: Date.parse('2026-11-20T10:00:01.000Z'),
  endedAt: Date.parse('2026-11-20T10:00:01.123Z'),
  attempts: 1,
  warnings: [],
}
export const createdAt = '2026-11-20T10:00:00.500Z'

export async function startRenderFlow(redisUrl: string, owner: Owner) {
  await using parts = new AsyncDisposableStack()
  const redis = connectFailFast(redisUrl)
  const blockingRedis = connectBlocking(redisUrl)
  for (const connection of [redis, blockingRedis]) parts.defer(() => connection.disconnect())
  await untilReady(redis)
  const submitter = parts.use(createSubmitter(redis))
  const finder = parts.use(createRenderFinder(redis))
  const failures = new Map<string, RenderError>()
  const outcomes = new Map<string, RenderOutcome>()
  const announced = new Map<string, Finished | undefined>()
  const events: WebhookEvent[] = []

  const settings = { concurrency: 8, drainMs: 100 }
  const endRenders = createWorker(
    'renders',
    blockingRedis,
    async (job) => {
      const failure = failures.get(job.id!)
      if (failure) throw new UnrecoverableError(writeFailure(failure, 2))
      return outcomes.get(job.id!) ?? outcome
    },
    settings,
  )
  const hearEvents = createWorker(
    'webhooks',
    blockingRedis,
    async (job) => {
      if (job.data.event) events.push(job.data.event)
      else announced.set(job.id!, await recordedOf(job))
      return { status: 200 }
    },
    settings,
  )
  parts.use(endRenders)
  parts.use(hearEvents)
  const owned = parts.move()

  return {
    redis,
    blockingRedis,
    finder,
    /** Results that the webhook step received, by render id. */
    announced,
    /** Events outside of a render's flow. */
    events,
    /** Submits a render that finishes at once, with `failure` or `outcome` if given. */
    async submit({
      id = randomUUIDv7(),
      failure,
      outcome: ending,
      options = { format: 'png', width: 1280 },
      organisationId = owner.organisationId,
      batch,
      sign,
    }: {
      id?: string
      failure?: RenderError
      outcome?: RenderOutcome
      options?: object
      organisationId?: string
      batch?: BatchMember
      sign?: SignJob
    } = {}) {
      if (ending) outcomes.set(id, ending)
      if (failure) failures.set(id, failure)
      const job = {
        ...owner,
        organisationId,
        requestId: `request of ${id}`,
        options,
        createdAt: Date.parse(createdAt),
      }
      const record = { ...job, ...(batch && { batch }) }
      await submitter.submitAll([
        {
          id,
          render: { ...job, sealedOptions: '', warnings: [] },
          record: { ...record, ...(sign && { mac: sign(id, record) }) },
          webhook: { ...owner, requestId: job.requestId, sealedUrl: '', createdAt: job.createdAt },
        },
      ])
      return id
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
