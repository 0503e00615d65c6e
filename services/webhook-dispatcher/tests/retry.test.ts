import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { createWebhookQueue } from '@render/jobs'
import { until } from '@render/testkit'
import { startTestBench, type Received, type TestBench } from './test-bench.ts'

let bench: TestBench

beforeAll(async () => {
  bench = await startTestBench()
})

afterEach(async () => {
  await bench.stopDispatchers()
})

afterAll(() => bench[Symbol.asyncDispose]())

const attemptsOf = (received: Received[]) => received.map(({ headers }) => headers['x-service-attempt'])

/** Returns the number of attempts with a result. */
async function counted(address: string, result: string): Promise<number> {
  const metrics = await (await fetch(`${address}/metrics`)).text()
  return Number(
    new RegExp(`webhook_attempts_total\\{[^}]*result="${result}"[^}]*\\} (\\d+)`).exec(metrics)?.[1] ?? 0,
  )
}

describe('an event that the receiver does not accept', () => {
  test('is sent again with the same id and body and a new signature', async () => {
    await bench.dispatch({ WEBHOOK_RETRY_DELAYS: '1100ms' })
    const statuses = [500]
    const { url, received } = await bench.receiver((response) =>
      response.writeHead(statuses.shift() ?? 204).end(),
    )
    const id = await bench.announce(url)
    await until(() => bench.isDelivered(id))
    expect(attemptsOf(received)).toEqual(['1', '2'])
    const [first, second] = received as [Received, Received]
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id'])
    expect(second.body).toBe(first.body)
    expect(Number(second.headers['webhook-timestamp'])).toBeGreaterThan(
      Number(first.headers['webhook-timestamp']),
    )
    expect(second.headers['x-service-signature']).not.toBe(first.headers['x-service-signature'])
  })

  // Fails when the queue alone decides when an attempt is due: a dispatcher whose clock is fast starts all of them.
  test('is not sent again before its time when a wrong clock starts it', async () => {
    const address = await bench.dispatch({ WEBHOOK_RETRY_DELAYS: '10m' })
    const { url, received } = await bench.receiver((response) => response.writeHead(500).end())
    const id = await bench.announce(url)
    const startsWhenDelayed = async () =>
      (await bench.redis.zscore('bull:webhooks:delayed', id)) &&
      bench.redis.hget(`bull:webhooks:${id}`, 'ats')
    await until(async () => (await startsWhenDelayed()) === '1')
    await using queue = createWebhookQueue(bench.redis)
    expect(await queue.promote(id)).toBe(true)
    await until(async () => (await startsWhenDelayed()) === '2')
    expect(received).toHaveLength(1)
    expect(await (await fetch(`${address}/metrics`)).text()).toMatch(
      /webhook_postponed_total\{[^}]*reason="early"[^}]*\} 1/,
    )
  })

  test('is given up after the eighth attempt', async () => {
    const address = await bench.dispatch({ WEBHOOK_RETRY_DELAYS: Array(9).fill('10ms').join(',') })
    const { url, received } = await bench.receiver((response) => response.writeHead(503).end())
    const id = await bench.announce(url)
    expect(await bench.givenUp(id)).toMatch('8 attempts')
    expect(attemptsOf(received)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8'])
    expect(await counted(address, '5xx')).toBe(8)
    expect(await bench.redis.keys(`bull:webhooks:${id}*`)).toEqual([])
  })

  test('X29 is never sent again after 410', async () => {
    await bench.dispatch()
    const { url, received } = await bench.receiver((response) => response.writeHead(410).end())
    const id = await bench.announce(url)
    expect(await bench.givenUp(id)).toMatch('no more')
    expect(received).toHaveLength(1)
  })

  test.each([400, 404, 408, 500])('X29 is sent again after %d', async (status) => {
    await bench.dispatch()
    const statuses = [status]
    const { url, received } = await bench.receiver((response) =>
      response.writeHead(statuses.shift() ?? 200).end(),
    )
    const id = await bench.announce(url)
    await until(() => bench.isDelivered(id))
    expect(received).toHaveLength(2)
  })

  test('waits as long as Retry-After asks, although the schedule is shorter', async () => {
    await bench.dispatch()
    const times: number[] = []
    const { url } = await bench.receiver((response) => {
      times.push(performance.now())
      response.writeHead(times.length === 1 ? 503 : 200, { 'retry-after': '2' }).end()
    })
    const id = await bench.announce(url)
    await until(() => bench.isDelivered(id))
    expect(times[1]! - times[0]!).toBeGreaterThan(1900)
  })

  test('X29 waits a minute after 429', async () => {
    await bench.dispatch()
    const { url } = await bench.receiver((response) => response.writeHead(429).end())
    const id = await bench.announce(url)
    const delay = await until(() => bench.redis.hget(`bull:webhooks:${id}`, 'delay').then(Number))
    expect(delay).toBe(60_000)
  })

  test('X30 is not sent where a redirect points', async () => {
    const address = await bench.dispatch({ WEBHOOK_RETRY_DELAYS: '10ms' })
    const target = await bench.receiver()
    const { url, received } = await bench.receiver((response) =>
      response.writeHead(307, { location: target.url }).end(),
    )
    const id = await bench.announce(url)
    expect(await bench.givenUp(id)).toMatch('2 attempts')
    expect(received).toHaveLength(2)
    expect(target.received).toEqual([])
    expect(await counted(address, '3xx')).toBe(2)
  })

  test('is sent again when the receiver answers too late or never', async () => {
    const address = await bench.dispatch({ WEBHOOK_TIMEOUT_MS: '3000', WEBHOOK_RETRY_DELAYS: '10ms,10ms' })
    const answers = [() => {}, (end: () => void, cut: () => void) => cut()]
    const { url, received } = await bench.receiver((response) => {
      const answer = answers.shift() ?? ((end: () => void) => end())
      answer(
        () => response.end(),
        () => response.destroy(),
      )
    })
    const id = await bench.announce(url)
    await until(() => bench.isDelivered(id))
    expect(attemptsOf(received)).toEqual(['1', '2', '3'])
    expect([await counted(address, 'timeout'), await counted(address, 'connection_failed')]).toEqual([1, 1])
  })
})

describe('a receiver that is not public', () => {
  test('is refused at delivery, even if the address passed earlier checks', async () => {
    const address = await bench.dispatch({ WEBHOOK_RETRY_DELAYS: '10ms' })
    const canary = await bench.receiver(undefined, '127.0.0.1')
    const id = await bench.announce(canary.url)
    expect(await bench.givenUp(id)).toMatch('2 attempts')
    expect(canary.received).toEqual([])
    expect(await counted(address, 'destination_not_allowed')).toBe(2)
  })

  test('is refused when it is an own listener inside an allowed range', async () => {
    const address = await bench.dispatch({ WEBHOOK_RETRY_DELAYS: '10ms', EGRESS_ALLOW: '127.0.0.0/8' })
    const allowed = await bench.receiver(undefined, '127.0.0.1')
    const reached = await bench.announce(allowed.url)
    await until(() => bench.isDelivered(reached))
    const requestsBefore = bench.secretsAnswer.requests
    const id = await bench.announce(`${bench.management.url}/internal`)
    expect(await bench.givenUp(id)).toMatch('2 attempts')
    // One request for the secrets per attempt, none for the event.
    expect(bench.secretsAnswer.requests - requestsBefore).toBe(2)
    expect(await counted(address, 'destination_not_allowed')).toBe(2)
  })
})
