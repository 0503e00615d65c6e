// The log of deliveries: what the dispatcher reports by way of the queue, and what its owner sees of it and does.
import { randomUUIDv7 } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { listen } from '@render/http'
import {
  createDeliveryReporter,
  createWorker,
  type DeliveryReport,
  type DeliveryReporter,
  type WebhookJob,
} from '@render/jobs'
import { readConfig } from '@render/runtime'
import { createOpen } from '@render/vault'
import { environment } from '../src/config.ts'
import { createContext, type ManagementContext } from '../src/context.ts'
import { createPublicApp } from '../src/app.ts'
import { createRecordDelivery } from '../src/record-delivery.ts'
import { webhookSecrets } from '../src/webhook-secrets.ts'
import { startBacking, type Backing } from './start-backing.ts'
import { until } from './until.ts'

jest.setTimeout(60_000)

interface Shown {
  id: string
  state: string
  replays: number
  attempts: { status: number | null; answer: string | null }[]
}

/** What the answers hold, each some of it. */
interface Told extends Shown {
  deliveries: Shown[]
  secret: string
  formerUntil: string
}

const parts = new AsyncDisposableStack()
let backing: Backing
let context: ManagementContext
let reporter: DeliveryReporter
let url: string
/** What was queued for the dispatcher, and the ids of those jobs. */
let queued: (WebhookJob & { jobId: string })[]

beforeAll(async () => {
  backing = parts.use(await startBacking())
  context = parts.use(await createContext(readConfig(environment, backing.environment)))
  reporter = parts.use(createDeliveryReporter(context.redis))
  const app = createPublicApp(context, {
    publicUrl: 'https://management.example.com',
    readiness: async () => ({}),
    observe: (_req, _res, next) => next(),
  })
  const listener = parts.use(await listen(app, { host: '127.0.0.1', port: 0 }))
  url = `http://127.0.0.1:${listener.port}`
  const settings = { concurrency: 4, drainMs: 100, backoff: () => 5 }
  parts.use(createWorker('deliveries', context.patientRedis, createRecordDelivery(context), settings))
  const keep = createWorker(
    'webhooks',
    context.patientRedis,
    async (job) => {
      queued.push({ ...job.data, jobId: job.id! })
      return { status: 200 }
    },
    settings,
  )
  parts.use(keep)
}, 60_000)

afterAll(() => parts.disposeAsync())

beforeEach(() => {
  queued = []
})

afterEach(() => backing.query('truncate deliveries cascade'))

/** A report of an event that was told with success, unless it says otherwise. */
function reportOf(differing: Partial<DeliveryReport> = {}): DeliveryReport {
  const eventId = differing.eventId ?? randomUUIDv7()
  return {
    ...backing.owner,
    requestId: 'req_1',
    eventId,
    event: { type: 'render.succeeded', body: `{"event":"render.succeeded","renderId":"${eventId}"}` },
    sealedUrl: 'sealed',
    origin: 'https://receiver.example',
    state: 'delivered',
    replay: 0,
    attempts: 1,
    attempt: { id: randomUUIDv7(), startedAt: 1_767_312_000_000, durationMs: 12, status: 200, answer: 'ok' },
    ...differing,
  }
}

async function written(report: DeliveryReport): Promise<void> {
  await reporter.report(report)
  const { eventId, replay, state, attempt } = report
  const job = `bull:deliveries:${attempt?.id ?? `${eventId}-${replay}-${state}`}`
  await until(async () => (await context.redis.exists(job)) === 0)
}

async function ask(path: string, body?: object, { owner = backing.owner } = {}) {
  const { organisationId, projectId } = owner
  const answer = await fetch(`${url}/v2/organisation/${organisationId}/projects/${projectId}/${path}`, {
    headers: { 'x-api-key': backing.keys.organisationKey, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as Told }
}

const show = async (id: string): Promise<Shown> => (await ask(`webhook-deliveries/${id}`)).body
const list = async (query = ''): Promise<string[]> =>
  (await ask(`webhook-deliveries${query}`)).body.deliveries.map(({ id }: Shown) => id)

describe('a report', () => {
  test('is written down: where the event stands, what is sent, and each attempt, the latest first', async () => {
    const first = reportOf({
      state: 'pending',
      nextAttemptAt: 1_767_312_300_000,
      attempt: { id: randomUUIDv7(), startedAt: 1_767_312_000_000, durationMs: 15_000, failure: 'timeout' },
    })
    const { eventId } = first
    await written(first)
    const pending = {
      id: eventId,
      event: 'render.succeeded',
      state: 'pending',
      origin: 'https://receiver.example',
      createdAt: expect.any(String),
      replays: 0,
      nextAttemptAt: '2026-01-02T00:05:00.000Z',
      attempts: [
        {
          startedAt: '2026-01-02T00:00:00.000Z',
          durationMs: 15_000,
          status: null,
          failure: 'timeout',
          answer: null,
        },
      ],
    }
    expect((await ask(`webhook-deliveries/${eventId}`)).body).toEqual({
      ...pending,
      body: first.event!.body,
    })
    expect((await ask('webhook-deliveries')).body).toEqual({ deliveries: [pending] })

    const attempt = {
      id: randomUUIDv7(),
      startedAt: 1_767_312_300_000,
      durationMs: 12,
      status: 200,
      answer: 'o\0k',
    }
    await written(reportOf({ eventId, attempts: 2, attempt }))
    expect(await show(eventId)).toMatchObject({
      state: 'delivered',
      nextAttemptAt: null,
      attempts: [{ status: 200, failure: null, answer: 'o\ufffdk' }, { failure: 'timeout' }],
    })
  })

  test('that comes twice changes nothing', async () => {
    const report = reportOf()
    await written(report)
    const before = await show(report.eventId)
    await written(report)
    expect(await show(report.eventId)).toEqual(before)
  })

  test('that comes late adds its attempt and leaves the state as it is', async () => {
    const { eventId } = reportOf()
    await written(reportOf({ eventId, state: 'exhausted', attempts: 8 }))
    await written(reportOf({ eventId, state: 'pending', attempts: 7 }))
    expect(await show(eventId)).toMatchObject({ state: 'exhausted', attempts: [{}, {}] })
  })

  test('of a second attempt by a dispatcher that was taken for dead does not undo a delivery', async () => {
    const { eventId } = reportOf()
    await written(reportOf({ eventId }))
    await written(reportOf({ eventId, state: 'pending' }))
    expect(await show(eventId)).toMatchObject({ state: 'delivered', attempts: [{}, {}] })
    await written(reportOf({ eventId, state: 'exhausted', replay: 1 }))
    expect(await show(eventId)).toMatchObject({ state: 'exhausted' })
  })

  test('of what nobody knows, and was never tried, is there too', async () => {
    const { eventId } = reportOf()
    const {
      event: _event,
      attempt: _attempt,
      origin: _origin,
      ...lost
    } = reportOf({ eventId, state: 'lost' })
    await written(lost)
    expect(await show(eventId)).toMatchObject({ event: null, origin: null, state: 'lost', attempts: [] })
    const refused = await ask(`webhook-deliveries/${eventId}/replay`, {})
    expect([refused.status, queued]).toEqual([400, []])
  })
})

describe('the list', () => {
  test('is of one project, filtered by state, page by page', async () => {
    const ids: string[] = []
    for (const state of ['delivered', 'exhausted', 'gone', 'exhausted'] as const) {
      const report = reportOf({ state })
      await written(report)
      ids.unshift(report.eventId)
    }
    await written(reportOf({ projectId: 'proj_other' }))
    expect(await list()).toEqual(ids)
    expect(await list('?state=exhausted')).toEqual([ids[0], ids[2]])
    expect(await list('?limit=3')).toEqual(ids.slice(0, 3))
    expect(await list(`?limit=3&after=${ids[2]}`)).toEqual(ids.slice(3))
    for (const query of ['?state=done', '?limit=0', '?limit=101', '?limit=x'])
      expect((await ask(`webhook-deliveries${query}`)).status).toBe(400)
  })

  test('goes on after one that is in another state by now, and after an unknown one with nothing', async () => {
    const ids: string[] = []
    for (const _ of [1, 2, 3]) {
      const report = reportOf({ state: 'exhausted' })
      await written(report)
      ids.unshift(report.eventId)
    }
    expect(await list('?state=exhausted&limit=1')).toEqual([ids[0]])
    await ask(`webhook-deliveries/${ids[0]}/replay`, {})
    expect(await list(`?state=exhausted&limit=1&after=${ids[0]}`)).toEqual([ids[1]])
    for (const after of [randomUUIDv7(), 'x']) expect(await list(`?after=${after}`)).toEqual([])
  })
})

describe('a replay', () => {
  test('has an event told anew under its id, the body as it was, and says so', async () => {
    const report = reportOf({ state: 'exhausted', attempts: 8 })
    const { eventId } = report
    await written(report)
    const answer = await ask(`webhook-deliveries/${eventId}/replay`, {})
    expect([answer.status, answer.body.state, answer.body.replays]).toEqual([200, 'pending', 1])
    await until(() => queued.length === 1)
    expect(queued).toEqual([
      {
        ...backing.owner,
        jobId: `${eventId}-1`,
        requestId: 'req_1',
        sealedUrl: 'sealed',
        createdAt: expect.any(Number),
        event: { id: eventId, body: JSON.parse(report.event!.body) },
        replay: 1,
      },
    ])
    expect(JSON.stringify(queued[0]!.event!.body)).toBe(report.event!.body)
    await written(reportOf({ eventId, replay: 1 }))
    expect(await show(eventId)).toMatchObject({ state: 'delivered', replays: 1, attempts: [{}, {}] })
  })

  test('of an event that is still tried adds nothing, unless the queue has lost it', async () => {
    const report = reportOf({ state: 'pending' })
    const { eventId } = report
    await written(report)
    const job = ['bull:webhooks:', eventId].join('')
    await context.redis.hset(job, 'name', 'webhook')
    expect((await ask(`webhook-deliveries/${eventId}/replay`, {})).status).toBe(200)
    await context.redis.del(job)
    expect((await ask(`webhook-deliveries/${eventId}/replay`, {})).body).toMatchObject({
      replays: 0,
      state: 'pending',
    })
    await until(() => queued.length > 0)
    expect(queued.map(({ jobId, replay }) => [jobId, replay])).toEqual([[eventId, undefined]])
  })

  test('of all that were given up since a time leaves out others, earlier ones and those of another project', async () => {
    const early = reportOf({ state: 'exhausted' })
    await written(early)
    await backing.query(`update deliveries set created_at = now() - interval '2 hours'`)
    const states = ['exhausted', 'gone', 'lost', 'delivered', 'pending'] as const
    const reports = states.map((state) => reportOf({ state }))
    for (const report of reports) await written(report)
    await written(reportOf({ state: 'exhausted', projectId: 'proj_other' }))
    const since = new Date(Date.now() - 3_600_000).toISOString()
    expect(await ask('webhook-replays', { since })).toEqual({
      status: 200,
      body: { replayed: 3, hasMore: false },
    })
    await until(() => queued.length === 3)
    expect(queued.map(({ event }) => event!.id).toSorted()).toEqual(
      reports
        .slice(0, 3)
        .map(({ eventId }) => eventId)
        .toSorted(),
    )
    expect((await list('?state=pending')).length).toBe(4)
    expect(await ask('webhook-replays', { since })).toMatchObject({ body: { replayed: 0 } })
    expect((await ask('webhook-replays', { since: 'yesterday' })).status).toBe(400)
  })
})

describe('a test event', () => {
  test('is queued for the address, which only the dispatcher can read', async () => {
    const receiver = 'https://receiver.example/hook?token=sesame'
    const { status, body } = await ask('webhook-tests', { url: receiver })
    expect(status).toBe(200)
    await until(() => queued.length === 1)
    expect(queued[0]).toMatchObject({
      ...backing.owner,
      event: { id: body.id, body: { event: 'webhook.test', id: body.id } },
    })
    expect(await (await createOpen([backing.dispatcherKeys.privateKey]))(queued[0]!.sealedUrl)).toBe(receiver)
    expect(JSON.stringify(queued)).not.toContain('sesame')
  })

  test.each(['ftp://receiver.example', '', 'http://'])('is refused for %j', async (address) => {
    expect(await ask('webhook-tests', { url: address })).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST' },
    })
  })
})

describe('the rotation of a webhook secret', () => {
  const secrets = () => webhookSecrets(context.database, context.vault, backing.owner.projectId)

  test('gives a new one, and leaves the former beside it until the overlap is over', async () => {
    const [former] = (await secrets())!
    const { status, body } = await ask('webhook-secrets', { overlapHours: 1 })
    expect([status, body.secret]).toEqual([200, expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/)])
    expect(Date.parse(body.formerUntil) - Date.now()).toBeGreaterThan(3_000_000)
    expect(await secrets()).toEqual([body.secret, former])
    expect(JSON.stringify(await backing.query('select * from webhook_secrets'))).not.toContain(body.secret)
    await backing.query(`update webhook_secrets set revoked_at = now() where revoked_at is not null`)
    expect(await secrets()).toEqual([body.secret])
    const { body: next } = await ask('webhook-secrets', { overlapHours: 0 })
    expect(await secrets()).toEqual([next.secret])
  })

  test('many times leaves the newest four', async () => {
    const rotated: string[] = []
    for (let time = 0; time < 5; time++) rotated.unshift((await ask('webhook-secrets', {})).body.secret)
    expect(await secrets()).toEqual(rotated.slice(0, 4))
  })

  test.each([-1, 721, '1'])('is refused with an overlap of %j', async (overlapHours) => {
    expect((await ask('webhook-secrets', { overlapHours })).status).toBe(400)
  })
})

describe('everything of another project or organisation is as if it did not exist', () => {
  const strangers = () => [
    { organisationId: 'org_other', projectId: backing.owner.projectId },
    { organisationId: backing.owner.organisationId, projectId: 'proj_other' },
  ]

  test('whatever is asked', async () => {
    const report = reportOf({ state: 'exhausted' })
    await written(report)
    const before = await backing.query('select * from webhook_secrets')
    const { eventId } = report
    const asked: [path: string, body?: object][] = [
      ['webhook-deliveries'],
      [`webhook-deliveries?after=${eventId}`],
      [`webhook-deliveries/${eventId}`],
      [`webhook-deliveries/${eventId}/replay`, {}],
      ['webhook-replays', { since: '2020-01-01T00:00:00Z' }],
      ['webhook-tests', { url: 'https://receiver.example' }],
      ['webhook-secrets', {}],
    ]
    for (const owner of strangers())
      for (const [path, body] of asked) expect((await ask(path, body, { owner })).status).toBe(404)
    for (const id of [randomUUIDv7(), 'no-uuid', '%00'])
      expect((await ask(`webhook-deliveries/${id}`)).status).toBe(404)
    expect([queued, await backing.query('select * from webhook_secrets')]).toEqual([[], before])
  })
})
