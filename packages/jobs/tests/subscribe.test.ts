import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { startToxicProxy, until } from '@render/testkit'
import { connectBlocking } from '../src/index.ts'
import { subscribe } from '../src/redis/subscribe.ts'
import { useTestQueues } from './test-queues.ts'

const queues = useTestQueues()
let parts: AsyncDisposableStack
let link: Awaited<ReturnType<typeof startToxicProxy>>
let subscription: Disposable
let received: string[]

beforeEach(async () => {
  parts = new AsyncDisposableStack()
  const { hostname, port, password } = new URL(queues.url)
  link = parts.use(await startToxicProxy(() => ({ host: hostname, port: Number(port) })))
  const redis = connectBlocking(`redis://:${password}@127.0.0.1:${link.port}`)
  parts.defer(() => redis.disconnect())
  received = []
  subscription = parts.use(subscribe(redis, 'news', (message) => received.push(message)))
  await untilReceived()
})

afterEach(() => parts.disposeAsync())

async function untilReceived(): Promise<void> {
  received.length = 0
  await until(async () => {
    await queues.redis.publish('news', 'x')
    return received.length > 0
  })
}

test('messages arrive again after the connection was lost', async () => {
  await link.cut()
  await link.restore()
  await untilReceived()
})

// Fails by an unhandled rejection, which ends a service.
test('a subscription can end while it subscribes again', async () => {
  const subscribing = link.trap((request) => request.includes('subscribe'), 'after')
  await link.cut()
  await link.restore()
  await subscribing
  subscription[Symbol.dispose]()
  await link.cut()
  expect(await queues.redis.ping()).toBe('PONG')
})
