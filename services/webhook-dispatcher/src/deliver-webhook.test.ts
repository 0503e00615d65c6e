import { beforeEach, describe, expect, test } from '@jest/globals'
import { RenderError } from '@render/errors'
import { DelayedError, type Finished, type JobOf } from '@render/jobs'
import type { Answer, Failure } from '@render/net'
import { makeWebhookSecret } from '@render/vault'
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
let lines: Line[]

beforeEach(() => {
  answer = { status: 200, headers: {} }
  const secret = makeWebhookSecret()
  secrets = async () => [secret]
  lines = []
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
function attempt(job = jobOf()) {
  const deliver = createDeliverWebhook({
    logger: { info: logAt('info'), warn: logAt('warn'), error: logAt('error') } as never,
    metrics: createDeliveryMetrics(new Registry()),
    finder: {} as never,
    open: async () => 'https://receiver.example.com/hook?token=sesame',
    directory: { webhookSecrets: () => secrets() } as never,
    http: { post: async () => answer },
    artefactUrl: 'https://renders.example.com',
    delaysMs: [10, 10, 10, 10, 10, 10, 10],
    timeoutMs: 1000,
  })
  return deliver(job, 'token', new AbortController().signal)
}

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
