import { beforeEach, describe, expect, test } from '@jest/globals'
import { RenderError } from '@render/errors'
import { DelayedError, UnrecoverableError, type DeliveryReport, type JobOf } from '@render/jobs'
import type { Finished } from '@render/outputs'
import { TokenRefused } from '@render/management-client'
import type { HttpResponse, HttpFailure } from '@render/net'
import { makeWebhookSecret, type Open } from '@render/vault'
import { Registry } from 'prom-client'
import { createDeliverWebhook } from './deliver-webhook.ts'
import { createDeliveryMetrics } from './metrics.ts'
import type { Slot } from './receiver-slots.ts'

interface Line extends Record<string, unknown> {
  level: string
}

const finished: Finished = {
  status: 'failed',
  error: { code: 'NavigationError', message: 'No.' },
  endedAt: 1_767_312_000_000,
}
const ids = { renderId: 'render_1', requestId: 'request_1', projectId: 'project_1' }

let response: HttpResponse | HttpFailure
let secrets: () => Promise<string[] | undefined>
let open: Open
let lines: Line[]
let reports: DeliveryReport[]
let registry: Registry
let metrics: ReturnType<typeof createDeliveryMetrics>
let slot: Slot
let freed: string[]
let receiversNeedTls: boolean

beforeEach(() => {
  response = { status: 200, headers: {}, bodyStart: '' }
  slot = { state: 'go' }
  reports = []
  freed = []
  receiversNeedTls = false
  const secret = makeWebhookSecret()
  secrets = async () => [secret]
  registry = new Registry()
  metrics = createDeliveryMetrics(registry)
  open = () => 'https://receiver.example.com/hook?token=sesame'
  lines = []
})

function logAt(level: string) {
  return (details: object) => void lines.push({ level, ...details })
}

function jobOf(differing: object = {}): JobOf<'webhooks'> {
  const job = {
    id: 'render_1',
    data: {
      organisationId: 'org_1',
      projectId: 'project_1',
      requestId: 'request_1',
      sealedUrl: 'sealed',
      createdAt: 1_767_311_999_000,
    },
    attemptsMade: 0,
    attemptsStarted: 1,
    timestamp: Date.now(),
    opts: { attempts: 8 },
    getChildrenValues: async () => ({ record: finished }),
    moveToDelayed: async () => {},
    progress: 0,
    updateProgress: async (progress: object) => void Object.assign(job, { progress }),
    ...differing,
  }
  return job as unknown as JobOf<'webhooks'>
}

/** Runs one attempt. */
function attempt(job = jobOf(), signal = new AbortController().signal) {
  const deliver = createDeliverWebhook({
    logger: { info: logAt('info'), warn: logAt('warn'), error: logAt('error') } as never,
    metrics,
    finder: {} as never,
    open: (sealed) => open(sealed),
    management: { webhookSecrets: () => secrets() } as never,
    http: { post: async () => response },
    legacyName: () => undefined,
    reporter: { report: async (report: DeliveryReport) => void reports.push(report) } as never,
    slots: {
      take: async () => slot,
      wait: async () => {},
      free: async (_host, _jobId, ending) => void freed.push(ending),
      defer: async () => {},
    },
    artefactUrl: 'https://renders.example.com',
    receiversNeedTls,
    delaysMs: [10, 10, 10, 10, 10, 10, 10],
    timeoutMs: 1000,
    maxWaitMs: 10_000,
  })
  return deliver(job, 'token', signal)
}

/** Returns the number of events given up, by reason. */
async function undelivered(): Promise<Record<string, number>> {
  const { values } = await registry.getSingleMetric('webhook_undelivered_total')!.get()
  return Object.fromEntries(values.map(({ labels, value }) => [String(labels.reason), value]))
}

test.each([
  ['https', true],
  ['http', false],
])('a receiver with %s is contacted where https is required: %s', async (scheme, isContacted) => {
  receiversNeedTls = true
  open = () => `${scheme}://receiver.example.com/hook`
  const ended = await attempt().catch((error: unknown) => error)
  expect(ended instanceof UnrecoverableError).toBe(!isContacted)
  expect(reports.map(({ state }) => state)).toEqual([isContacted ? 'delivered' : 'exhausted'])
  expect(freed).toHaveLength(isContacted ? 1 : 0)
})

describe('gives up at once, counts and alerts when the receiver is', () => {
  test.each<[string, Open]>([
    [
      'an address that no key decrypts',
      () => {
        throw new Error('No private key')
      },
    ],
    ['an invalid address', () => 'sesame'],
  ])('%s', async (_, opening) => {
    open = opening
    await expect(attempt()).rejects.toThrow(UnrecoverableError)
    expect(await undelivered()).toEqual({ lost: 1 })
    // Without its event it could not be replayed once the keys are right.
    expect(reports).toMatchObject([{ eventId: 'render_1', state: 'lost', event: { type: 'render.failed' } }])
    expect(lines).toEqual([
      expect.objectContaining({ level: 'error', alert: 'event-lost', cause: expect.any(String), ...ids }),
    ])
    expect(JSON.stringify(lines)).not.toContain('sesame')
  })
})

test.each([
  ['was deleted', undefined, 'exhausted', undefined],
  ['has no secret', [], 'lost', 'event-lost'],
])('an event of a project that %s is given up', async (_, found, reason, alert) => {
  secrets = async () => found
  await expect(attempt()).rejects.toThrow(UnrecoverableError)
  expect(await undelivered()).toEqual({ [reason]: 1 })
  expect(reports).toMatchObject([{ state: reason }])
  expect(lines.map((line) => line.alert)).toEqual([alert])
})

describe('an unexpected error', () => {
  const broken = (attemptsMade: number) =>
    jobOf({ attemptsMade, getChildrenValues: () => Promise.reject(new Error('bug')) })

  test('is logged and retried', async () => {
    await expect(attempt(broken(6))).rejects.toThrow('bug')
    expect(await undelivered()).toEqual({})
    expect(lines).toEqual([expect.objectContaining({ level: 'error', attempt: 7, error: 'bug', ...ids })])
  })

  test('at the last attempt is counted as lost, with an alert', async () => {
    await expect(attempt(broken(7))).rejects.toThrow(UnrecoverableError)
    expect(await undelivered()).toEqual({ lost: 1 })
    expect(lines.at(-1)).toMatchObject({ alert: 'event-lost', cause: 'bug', ...ids })
  })

  test('of an aborted attempt is neither counted nor logged', async () => {
    await expect(attempt(broken(7), AbortSignal.abort())).rejects.toThrow('bug')
    expect([await undelivered(), lines]).toEqual([{}, []])
  })
})

describe('the slot at a host', () => {
  const post = async (given: HttpResponse | HttpFailure) => {
    response = given
    await attempt().catch(() => {})
    return freed
  }

  test.each<[string, HttpResponse | HttpFailure]>([
    ['answered', { status: 503, headers: {}, bodyStart: '' }],
    ['answered', { failure: 'connection_failed' }],
    ['timeout', { failure: 'timeout' }],
  ])('is freed as %s', async (ending, given) => {
    expect(await post(given)).toEqual([ending])
  })

  test('is freed as unknown when the receiver was not contacted', async () => {
    secrets = () => Promise.reject(new RenderError('ServiceUnavailable'))
    await expect(attempt()).rejects.toThrow(DelayedError)
    expect(freed).toEqual(['unknown'])
  })

  test('that is not free uses up no attempt, and the first wait for a dead host is reported', async () => {
    slot = { state: 'held', retryMs: 10 }
    for (const attemptsStarted of [1, 2])
      await expect(attempt(jobOf({ attemptsStarted }))).rejects.toThrow(DelayedError)
    expect(reports).toMatchObject([{ state: 'pending', attempts: 0, event: { type: 'render.failed' } }])
  })

  test('that is not free for too long makes the event given up', async () => {
    slot = { state: 'held', retryMs: 6000 }
    const job = jobOf()
    for (const _ of [0, 6000]) await expect(attempt(job)).rejects.toThrow(DelayedError)
    reports = []
    await expect(attempt(job)).rejects.toThrow(UnrecoverableError)
    expect(reports).toMatchObject([{ state: 'exhausted', attempts: 1 }])
    expect(await undelivered()).toEqual({ exhausted: 1 })
  })
})

test.each(['busy', 'held'] as const)(
  'the age of an event is no wait for a slot that is %s',
  async (state) => {
    slot = { state, retryMs: 10 }
    await expect(attempt(jobOf({ timestamp: 0 }))).rejects.toThrow(DelayedError)
  },
)

describe('every log line has the ids of the render, its request and its project', () => {
  test('a delivery is logged with the ids', async () => {
    await attempt()
    expect(lines).toEqual([expect.objectContaining({ level: 'info', ...ids, status: 200 })])
  })

  test('a failure and giving up are logged with the ids', async () => {
    response = { status: 410, headers: {}, bodyStart: '' }
    await expect(attempt()).rejects.toThrow('no more events')
    expect(lines).toEqual([expect.objectContaining(ids), expect.objectContaining({ ...ids, reason: 'gone' })])
  })

  test('a postponed delivery is logged with the ids', async () => {
    secrets = () => Promise.reject(new RenderError('ServiceUnavailable'))
    await expect(attempt()).rejects.toThrow(DelayedError)
    expect(lines).toEqual([expect.objectContaining({ ...ids, code: 'ServiceUnavailable' })])
  })

  test.each([
    ['refuses the token', new TokenRefused('No.'), 'error', 'management-refused'],
    ['is unreachable', new Error('No.'), 'warn', undefined],
  ])('a delivery that is postponed because management %s has the cause', async (_, cause, level, alert) => {
    secrets = () => Promise.reject(new RenderError('ServiceUnavailable', { cause }))
    await expect(attempt()).rejects.toThrow(DelayedError)
    expect(lines).toMatchObject([{ ...ids, level, cause: { message: 'No.' } }])
    expect(lines[0]!.alert).toBe(alert)
  })
})
