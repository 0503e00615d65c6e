import { describe, expect, test } from '@jest/globals'
import {
  connectBlocking,
  createWorker,
  type QueueWorker,
  type RecordJob,
  type WebhookJob,
} from '@render/jobs'
import { createVerifyJob } from '@render/vault'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { ALLOWED_URL } from '../support/start-world.ts'
import { useWorld } from '../support/use-world.ts'

describe.each(['/v1/render/async', '/v1/render', '/v1/screenshot/async'])('POST %s', (path) => {
  const world = useWorld()

  describe('201', () => {
    test('returns {status, renderId, statusUrl} before the render has ended', async () => {
      const proceed = Promise.withResolvers<void>()
      world.work.render = async (job) => {
        await proceed.promise
        return world.succeed(job)
      }
      const { status, body, headers } = await world.post(path, { html: 'x' })
      proceed.resolve()
      world.work.render = world.succeed
      expect(status).toBe(201)
      expect(body).toEqual({
        status: 'created',
        renderId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        statusUrl: `${world.url}/v1/render/${body.renderId}`,
      })
      expect(headers.get('cache-control')).toBe('no-store')
    })

    test('returns warnings', async () => {
      const { body, headers } = await world.post(path, { html: 'x', nonsense: 1, redirect_after: 5 })
      expect(body.warnings).toEqual([
        'Unknown option "nonsense" was ignored.',
        '"redirect_after" has no effect on an asynchronous render.',
      ])
      expect(headers.get('x-service-warnings')).toBe('2')
    })

    test('makes a new render for each request', async () => {
      const answers = await Promise.all([1, 2].map(() => world.post(path, { html: 'x' })))
      expect(new Set(answers.map(({ body }) => body.renderId)).size).toBe(2)
    })

    test('builds no address from request headers', async () => {
      // Unlike `fetch`, this sends the given host.
      const sent = request(world.url + path, {
        method: 'POST',
        headers: {
          host: 'evil.com',
          authorization: `Bearer ${world.key}`,
          'content-type': 'application/json',
          'x-forwarded-host': 'evil.com',
          'x-forwarded-proto': 'https',
          forwarded: 'host=evil.com',
        },
      }).end('{"html":"x"}')
      const [answer] = (await once(sent, 'response')) as [IncomingMessage]
      const body = (await json(answer)) as { renderId: string; statusUrl: string }
      expect(answer.statusCode).toBe(201)
      expect(body.statusUrl).toBe(`${world.url}/v1/render/${body.renderId}`)
      expect(JSON.stringify([answer.headers, body])).not.toContain('evil.com')
    })
  })

  test('seals the webhook receiver for the dispatcher, signs the record and keeps secrets out of it', async () => {
    const redis = connectBlocking(world.redis.url)
    const records = Promise.withResolvers<RecordJob>()
    const webhooks = Promise.withResolvers<WebhookJob>()
    const workers: QueueWorker[] = [
      createWorker(
        'records',
        redis,
        async (job) => {
          if (job.data.options.width === 77) records.resolve(job.data)
          return { status: 'failed', error: { code: 'InternalError', message: '' }, endedAt: 0 }
        },
        { concurrency: 1 },
      ),
      createWorker(
        'webhooks',
        redis,
        async (job) => {
          webhooks.resolve(job.data)
          return { status: 200 }
        },
        { concurrency: 1 },
      ),
    ]
    const webhook_url = 'http://user:sesame-hook@127.0.1.1:9000/hook?token=sesame-hook'
    const url = `${ALLOWED_URL}?token=sesame-url`
    const { status, body } = await world.post(path, { url, html: '<p>sesame-html', webhook_url, width: 77 })
    expect(status).toBe(201)

    const record = await records.promise
    expect(record).toMatchObject({ organisationId: 'org_1', projectId: 'project_1', options: { width: 77 } })
    expect(JSON.stringify(record)).not.toContain('sesame')
    const { mac, ...signed } = record
    expect(createVerifyJob([world.management.token])(body.renderId, signed, mac!)).toBe(true)
    const { sealedUrl, ...open } = await webhooks.promise
    expect(JSON.stringify(open)).not.toContain('sesame')
    const purpose = { projectId: 'project_1', id: body.renderId }
    expect(world.openAsDispatcher(sealedUrl, purpose)).toBe(webhook_url)
    expect(() => world.openAsDispatcher(sealedUrl)).toThrow('for another')
    expect(() => world.openAsWorker(sealedUrl, purpose)).toThrow('No private key')
    for (const worker of workers) await worker[Symbol.asyncDispose]()
    redis.disconnect()
  })

  describe('405', () => {
    test.each(['PUT', 'DELETE'])('%s', async (method) => {
      const { status, headers } = await world.ask(path, { method })
      expect(status).toBe(405)
      expect(headers.get('allow')).toContain('POST')
    })
  })
})
