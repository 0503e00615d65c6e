import { expect, test } from '@jest/globals'
import { startTlsProxy, trustTestCertificate, until } from '@render/testkit'
import {
  connectBlocking,
  connectFailFast,
  createSubmitter,
  createWorker,
  publishAccountChange,
  subscribeAccountChanges,
  untilReady,
} from '../src/index.ts'
import { newSubmission, outcome, useTestQueues } from './test-queues.ts'

const queues = useTestQueues()

/** Returns the URL of the Redis behind a proxy with TLS. */
async function secureUrl(parts: AsyncDisposableStack): Promise<string> {
  const url = new URL(queues.url)
  const { port } = parts.use(await startTlsProxy(queues.url))
  return `rediss://:${url.password}@localhost:${port}`
}

test('a rediss address connects with TLS, and queues, workers and messages work over it', async () => {
  using _trust = trustTestCertificate()
  await using parts = new AsyncDisposableStack()
  const url = await secureUrl(parts)
  const redis = parts.adopt(connectFailFast(url), (each) => each.disconnect())
  const blocking = parts.adopt(connectBlocking(url), (each) => each.disconnect())
  await untilReady(redis)
  const heard: unknown[] = []
  parts.use(subscribeAccountChanges(blocking, (organisationId) => heard.push(organisationId)))
  const made: string[] = []
  parts.use(
    createWorker(
      'renders',
      blocking,
      async ({ id }) => {
        made.push(id!)
        return outcome
      },
      { concurrency: 1 },
    ),
  )
  const submission = newSubmission()
  await parts.use(createSubmitter(redis)).submitAll([submission])
  await until(() => made.includes(submission.id))
  await until(() => {
    publishAccountChange(redis, 'org_1')
    return heard.length > 0
  })
})

test('a server whose certificate is not trusted is not used', async () => {
  await using parts = new AsyncDisposableStack()
  const redis = parts.adopt(connectFailFast(await secureUrl(parts)), (each) => each.disconnect())
  const refusal = Promise.withResolvers<Error>()
  redis.on('error', refusal.resolve)
  expect((await refusal.promise).message).toMatch(/self-signed certificate/)
})
