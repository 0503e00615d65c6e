// Events that wait since the version that could only make images recorded them are delivered.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { internalPaths } from '@render/management-client'
import { connectBlocking, untilReady } from '@render/jobs'
import { startSingleRedis } from '@render/local'
import { readConfig } from '@render/runtime'
import { imageOnlyVersion, listenOn, restoreQueues, until } from '@render/testkit'
import { makeWebhookSecret } from '@render/vault'
import { environment } from '../src/config.ts'
import { startService } from '../src/service.ts'

const { recorded, waiting, dispatcherKey } = imageOnlyVersion
const receiver = new URL(imageOnlyVersion.receiver)

let parts: AsyncDisposableStack
beforeEach(() => {
  parts = new AsyncDisposableStack()
})
afterEach(() => parts.disposeAsync())

interface Received {
  path: string
  attempt: string | string[] | undefined
  body: unknown
}

/** Listens at the address that the stored jobs have sealed; returns what arrives there. */
async function startReceiver(): Promise<Received[]> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({
        path: request.url!,
        attempt: request.headers['x-service-attempt'],
        body: JSON.parse(body),
      })
      response.end()
    })
  })
  server.listen(Number(receiver.port), receiver.hostname)
  await once(server, 'listening')
  parts.defer(() => void server.close())
  return received
}

/** Starts a dispatcher on stored queues. */
async function dispatch(stored: Parameters<typeof restoreQueues>[1]) {
  const { url } = parts.use(await startSingleRedis())
  const redis = parts.adopt(connectBlocking(url), (redis) => redis.disconnect())
  await untilReady(redis)
  await restoreQueues(redis, stored)
  const management = parts.use(
    await listenOn('127.0.0.1', (request, response) => {
      const isKnown = request.url === internalPaths.webhookSecrets('proj_first')
      response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ secrets: [makeWebhookSecret()] }))
    }),
  )
  parts.use(
    await startService(
      readConfig(environment, {
        REDIS_URL: url,
        LOG_LEVEL: 'silent',
        METRICS_PORT: '0',
        DISPATCHER_PRIVATE_KEYS: JSON.stringify([dispatcherKey]),
        MANAGEMENT_INTERNAL_URL: management.url,
        MANAGEMENT_TOKEN: 'a-token',
        ARTEFACT_URL: 'https://files.example.com',
        EGRESS_ALLOW: '127.0.1.0/24',
      }),
    ),
  )
  return redis
}

test('events of renders that the image-only version recorded are delivered', async () => {
  const received = await startReceiver()
  const redis = await dispatch(recorded)
  await until(() => received.length === 2)
  await until(async () => (await redis.keys('bull:webhooks:????????-*')).length === 0)

  expect(received.map(({ path }) => path)).toEqual([
    receiver.pathname + receiver.search,
    receiver.pathname + receiver.search,
  ])
  const bodies = received.map(({ body }) => body)
  expect(bodies).toContainEqual({
    event: 'render.succeeded',
    renderId: recorded.succeeded,
    custom_id: 'order-7',
    result: {
      renderUrl: 'https://files.example.com/renders/2026/11/22/w3LfVOl56EiaYX2AQVSIvQ.png',
      size: 7632,
      renderTime: 470,
      queueTime: 27,
      bandwidth: 0,
      width: 320,
      height: 916,
      thumbnails: [
        {
          key: '1/2',
          location: 'https://files.example.com/renders/2026/11/22/w3LfVOl56EiaYX2AQVSIvQ-1-2.png',
          width: 160,
          height: 458,
        },
      ],
      slices: [
        {
          index: 0,
          offsetY: 0,
          width: 320,
          height: 916,
          url: 'https://files.example.com/renders/2026/11/22/w3LfVOl56EiaYX2AQVSIvQ-slice-0.png',
        },
      ],
    },
    meta: { startTime: '2026-11-22T22:48:36.937Z', endTime: '2026-11-22T22:48:37.407Z' },
  })
  expect(bodies).toContainEqual({
    event: 'render.failed',
    renderId: recorded.failed,
    custom_id: 'order-7',
    error: { code: 'NavigationError', message: 'The address closed the connection.' },
    meta: { startTime: '2026-11-22T22:48:37.133Z', endTime: '2026-11-22T22:48:48.151Z' },
  })
})

test('an event that the image-only version delayed after a failure is sent again', async () => {
  const received = await startReceiver()
  const redis = await dispatch(waiting)
  await until(async () => !(await redis.exists(`bull:webhooks:${waiting.deferredEvent}`)))
  expect(received).toEqual([
    {
      path: receiver.pathname + receiver.search,
      attempt: '2',
      body: { event: 'webhook.test', projectId: 'proj_first' },
    },
  ])
})
