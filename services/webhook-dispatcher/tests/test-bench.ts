// The environment of a dispatcher: queues whose renders finish, a management service with secrets, receivers.
import { randomUUIDv7 } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { internalPaths } from '@render/management-client'
import { RenderError } from '@render/errors'
import {
  connectFailFast,
  connectBlocking,
  createSubmitter,
  createWebhookQueue,
  createWorker,
  finishedOf,
  UnrecoverableError,
  untilReady,
  writeFailure,
  type DeliveryReport,
  type WebhookEvent,
} from '@render/jobs'
import type { RenderOutcome } from '@render/outputs'
import { startSingleRedis } from '@render/local'
import { readConfig } from '@render/runtime'
import { listenOn, ORIGIN_HOST, until } from '@render/testkit'
import { createSeal, makeSealingKeys, makeWebhookSecret } from '@render/vault'
import { environment } from '../src/config.ts'
import { startService } from '../src/service.ts'

type Redis = ReturnType<typeof connectFailFast>

export type TestBench = Awaited<ReturnType<typeof startTestBench>>

export interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

export type Respond = (response: ServerResponse, request: IncomingMessage) => void

const outcome: RenderOutcome = {
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
  warnings: ['héllo'],
}

const projectId = 'prj_1'
const token = 'token-of-the-dispatcher'

export async function startTestBench() {
  await using parts = new AsyncDisposableStack()
  const broker = parts.use(await startSingleRedis())
  const { url } = broker
  const redis = parts.adopt(connectFailFast(url), (redis) => redis.disconnect())
  const blocking = parts.adopt(connectBlocking(url), (redis) => redis.disconnect())
  await untilReady(redis)
  const submitter = parts.use(createSubmitter(redis))
  const queue = parts.use(createWebhookQueue(redis))
  const keys = await makeSealingKeys()
  const seal = createSeal(keys.publicKey)

  /** The answer of management to requests for webhook secrets; while `away` it drops the connection. */
  const secretsAnswer = { secrets: [makeWebhookSecret()], away: false, requests: 0 }
  const management = parts.use(
    await listenOn('127.0.0.1', (request, response) => {
      secretsAnswer.requests += 1
      if (secretsAnswer.away) return void response.destroy()
      const known =
        request.url === internalPaths.webhookSecrets(projectId) &&
        request.headers.authorization === `Bearer ${token}`
      response.writeHead(known ? 200 : 404, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ secrets: secretsAnswer.secrets }))
    }),
  )

  /** Request ids whose renders fail, and whose records fail permanently. */
  const fates = { failing: 'render fails', unrecorded: 'record fails' }
  const workers = parts.use(new AsyncDisposableStack())
  workers.use(
    createWorker(
      'renders',
      blocking,
      async (job) => {
        if (job.data.requestId === fates.failing)
          throw new UnrecoverableError(writeFailure(new RenderError('NavigationError')))
        return outcome
      },
      { concurrency: 4 },
    ),
  )
  workers.use(
    createWorker(
      'records',
      blocking,
      async (job) => {
        if (job.data.requestId === fates.unrecorded) throw new UnrecoverableError('poison')
        return finishedOf(job)
      },
      { concurrency: 4 },
    ),
  )
  const ends = readEnds(redis)
  const reports: DeliveryReport[] = []
  workers.use(
    createWorker(
      'deliveries',
      blocking,
      async (job) => {
        reports.push(job.data)
        return { isNew: true }
      },
      { concurrency: 1 },
    ),
  )
  const kept = parts.move()
  let dispatchers = new AsyncDisposableStack()

  const settings = (extra: Record<string, string> = {}): Record<string, string> => ({
    REDIS_URL: url,
    LOG_LEVEL: 'silent',
    METRICS_PORT: '0',
    DISPATCHER_PRIVATE_KEYS: JSON.stringify([keys.privateKey]),
    MANAGEMENT_INTERNAL_URL: management.url,
    MANAGEMENT_TOKEN: token,
    ARTEFACT_URL: 'https://renders.example.com',
    EGRESS_ALLOW: '127.0.1.0/24',
    WEBHOOK_RETRY_DELAYS: '20ms,20ms,20ms,20ms,20ms,20ms,20ms',
    ...extra,
  })

  return {
    broker,
    redis,
    management,
    secretsAnswer,
    fates,
    settings,

    /** Starts a dispatcher in this process; returns the address of its metrics listener. */
    async dispatch(extra?: Record<string, string>) {
      const dispatcher = dispatchers.use(await startService(readConfig(environment, settings(extra))))
      return `http://127.0.0.1:${dispatcher.metricsPort}`
    },

    async stopDispatchers() {
      await dispatchers.disposeAsync()
      dispatchers = new AsyncDisposableStack()
    },

    /** Queues an event that belongs to no render. `sealedFor` is the event that its address is sealed for. */
    async tell(
      receiverUrl: string,
      event: WebhookEvent,
      replay?: number,
      sealedFor = event.id,
    ): Promise<void> {
      const common = { organisationId: 'org_1', projectId, requestId: 'req_1', createdAt: Date.now() }
      const replayed = replay === undefined ? {} : { replay }
      const sealedUrl = seal(receiverUrl, { projectId, id: sealedFor })
      await queue.add({ ...common, sealedUrl, event, ...replayed })
    },

    /** Waits for the final report of an event and returns all of its reports. */
    async reportsOf(id: string): Promise<DeliveryReport[]> {
      const about = () => reports.filter(({ eventId }) => eventId === id)
      await until(() => about().some(({ state }) => state !== 'pending'))
      return about()
    },

    /** Submits a render with a webhook address, which finishes at once; returns its id. */
    async announce(receiverUrl: string, requestId = 'req_1'): Promise<string> {
      const id = randomUUIDv7()
      const common = { organisationId: 'org_1', projectId, requestId, createdAt: 1_767_311_999_000 }
      await submitter.submitAll([
        {
          id,
          render: { ...common, options: {}, sealedOptions: '', warnings: [] },
          record: { ...common, options: {} },
          webhook: { ...common, sealedUrl: seal(receiverUrl, { projectId, id }) },
        },
      ])
      return id
    },

    /** Starts a receiver that records requests and answers with `respond`. */
    async receiver(respond: Respond = (response) => response.end(), host = ORIGIN_HOST) {
      const received: Received[] = []
      const server = kept.use(
        await listenOn(host, (request, response) => {
          void text(request).then((body) => {
            received.push({ path: request.url!, headers: request.headers, body })
            respond(response, request)
          })
        }),
      )
      return { url: `${server.url}/hook?token=hidden-query`, received }
    },

    /** Waits until a delivery is given up and returns the reason. */
    async givenUp(id: string): Promise<string> {
      return until(async () => (await ends.of(id))?.failedReason)
    },

    /** Whether the job delivered its event. */
    async isDelivered(id: string): Promise<boolean> {
      return (await ends.of(id))?.event === 'completed'
    },

    async [Symbol.asyncDispose]() {
      await dispatchers.disposeAsync()
      await kept.disposeAsync()
    },
  }
}

/** Reads how jobs of `webhooks` ended from the events of the queue, because ended jobs are removed. */
function readEnds(redis: Redis) {
  const ends = new Map<string, Record<string, string>>()
  let last = '0'
  return {
    async of(jobId: string) {
      for (const [id, fields] of await redis.xrange('bull:webhooks:events', `(${last}`, '+')) {
        last = id
        const pairs = fields.flatMap((name, at) => (at % 2 === 0 ? [[name, fields[at + 1]!]] : []))
        const event = Object.fromEntries(pairs) as Record<string, string>
        if (event.event === 'completed' || event.event === 'failed') ends.set(event.jobId!, event)
      }
      return ends.get(jobId)
    },
  }
}
