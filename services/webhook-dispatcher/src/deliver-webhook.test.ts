import { beforeEach, describe, expect, test } from '@jest/globals'
import { RenderError } from '@render/errors'
import { DelayedError, UnrecoverableError, type Finished, type JobOf } from '@render/jobs'
import type { Answer, Failure } from '@render/net'
import { makeWebhookSecret, type Open } from '@render/vault'
import { Registry } from 'prom-client'
import { createDeliverWebhook } from './deliver-webhook.ts'
import { createDeliveryMetrics } from './metrics.ts'

interface Line extends Record<string, unknown> {
  level: string
}

const finished: Finished = {
  status: 'failed',
  error: { code: 'NavigationError', message: 'No.' },
  endedAt: 1_767_312_000_000,
}
const ids = { renderId: 'render_1', requestId: 'request_1', projectId: 'project_1' }

let answer: Answer | Failure
let secrets: () => Promise<string[]>
let open: Open
let lines: Line[]
let registry: Registry

beforeEach(() => {
  answer = { status: 200, headers: {} }
  const secret = makeWebhookSecret()
  secrets = async () => [secret]
  open = async () => 'https://receiver.example.com/hook?token=sesame'
  lines = []
  registry = new Registry()
})

function logAt(level: string) {
  return (details: object) => void lines.push({ level, ...details })
}

function jobOf(differing: object = {}): JobOf<'webhooks'> {
  return {
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
    opts: { attempts: 8 },
    getChildrenValues: async () => ({ record: finished }),
    moveToDelayed: async () => {},
    ...differing,
  } as unknown as JobOf<'webhooks'>
}

/** Makes one attempt. */
function attempt(job = jobOf(), signal = new AbortController().signal) {
  const deliver = createDeliverWebhook({
    logger: { info: logAt('info'), warn: logAt('warn'), error: logAt('error') } as never,
    metrics: createDeliveryMetrics(registry),
    finder: {} as never,
    open: (sealed) => open(sealed),
    directory: { webhookSecrets: () => secrets() } as never,
    http: { post: async () => answer },
    artefactUrl: 'https://renders.example.com',
    delaysMs: [10, 10, 10, 10, 10, 10, 10],
    timeoutMs: 1000,
  })
  return deliver(job, 'token', signal)
}

/** How many events were given up, by reason. */
async function undelivered(): Promise<Record<string, number>> {
  const { values } = await registry.getSingleMetric('webhook_undelivered_total')!.get()
  return Object.fromEntries(values.map(({ labels, value }) => [String(labels.reason), value]))
}

describe('what no other attempt can mend is given up at once, counted, with an alert', () => {
  test.each<[string, Open]>([
    ['an address that no key opens', () => Promise.reject(new Error('No private key'))],
    ['an address that is none', async () => 'sesame'],
  ])('%s', async (_, opening) => {
    open = opening
    await expect(attempt()).rejects.toThrow(UnrecoverableError)
    expect(await undelivered()).toEqual({ lost: 1 })
    expect(lines).toEqual([
      expect.objectContaining({ level: 'error', alert: 'event-lost', cause: expect.any(String), ...ids }),
    ])
    expect(JSON.stringify(lines)).not.toContain('sesame')
  })
})

describe('a failure that nobody foresaw', () => {
  const broken = (attemptsMade: number) =>
    jobOf({ attemptsMade, getChildrenValues: () => Promise.reject(new Error('bug')) })

  test('is logged and tried again', async () => {
    await expect(attempt(broken(6))).rejects.toThrow('bug')
    expect(await undelivered()).toEqual({})
    expect(lines).toEqual([expect.objectContaining({ level: 'error', attempt: 7, error: 'bug', ...ids })])
  })

  test('at the last attempt is counted as lost, with an alert', async () => {
    await expect(attempt(broken(7))).rejects.toThrow(UnrecoverableError)
    expect(await undelivered()).toEqual({ lost: 1 })
    expect(lines.at(-1)).toMatchObject({ alert: 'event-lost', cause: 'bug', ...ids })
  })

  test('of an attempt that is handed back is nobody’s', async () => {
    await expect(attempt(broken(7), AbortSignal.abort())).rejects.toThrow('bug')
    expect([await undelivered(), lines]).toEqual([{}, []])
  })
})

describe('every line of the log names the render, the request that made it, and the project', () => {
  test('of a delivery', async () => {
    await attempt()
    expect(lines).toEqual([expect.objectContaining({ level: 'info', ...ids, status: 200 })])
  })

  test('of a failure and of giving up', async () => {
    answer = { status: 410, headers: {} }
    await expect(attempt()).rejects.toThrow('no more events')
    expect(lines).toEqual([expect.objectContaining(ids), expect.objectContaining({ ...ids, reason: 'gone' })])
  })

  test('of putting it off', async () => {
    secrets = () => Promise.reject(new RenderError('ServiceUnavailable'))
    await expect(attempt()).rejects.toThrow(DelayedError)
    expect(lines).toEqual([expect.objectContaining({ ...ids, code: 'ServiceUnavailable' })])
  })
})
