import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { runService, until } from '@render/testkit'
import { startTestBench, type TestBench } from './test-bench.ts'

let bench: TestBench

beforeEach(async () => {
  bench = await startTestBench()
})

afterEach(() => bench[Symbol.asyncDispose]())

describe('a dispatcher', () => {
  test('does not start on a Redis without durable persistence unless DEVELOPMENT_REDIS is set', async () => {
    await bench.redis.config('SET', 'appendonly', 'no')
    await expect(bench.dispatch()).rejects.toThrow('DEVELOPMENT_REDIS')
    await bench.dispatch({ DEVELOPMENT_REDIS: '1' })
  })

  // Fails when each attempt has an id of its own.
  test('X33, G30 that is killed while it delivers sends the event again later with the same id', async () => {
    const victim = await runService('webhook-dispatcher', bench.settings({ LOG_LEVEL: 'debug' }))
    let answer = () => {}
    const { url, received } = await bench.receiver((response) => {
      if (received.length === 1) answer = () => response.end()
      else response.end()
    })
    const id = await bench.announce(url)
    await until(() => received.length === 1)
    victim.kill('SIGKILL')
    await victim.exited
    answer()
    await bench.dispatch()
    await until(() => bench.isDelivered(id))
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([id, id])
    expect(received[1]!.body).toBe(received[0]!.body)
    const [first, second] = received.map(({ headers }) => Number(headers['webhook-timestamp']))
    expect(second).toBeGreaterThan(first!)
  })

  test('finishes a running delivery before it stops', async () => {
    const dispatcher = await runService('webhook-dispatcher', bench.settings({ LOG_LEVEL: 'debug' }))
    let answer = () => {}
    const { url, received } = await bench.receiver((response) => {
      answer = () => response.end()
    })
    const id = await bench.announce(url)
    await until(() => received.length === 1)
    dispatcher.kill('SIGTERM')
    await until(() => dispatcher.log.includes('"stopping"'))
    answer()
    expect(await dispatcher.exited).toBe(0)
    expect(await bench.isDelivered(id)).toBe(true)
    expect(received).toHaveLength(1)
  })

  test('logs attempts by origin, without secrets and the rest of the address', async () => {
    const dispatcher = await runService('webhook-dispatcher', bench.settings({ LOG_LEVEL: 'debug' }))
    const statuses = [500]
    const { url } = await bench.receiver((response) => response.writeHead(statuses.shift() ?? 200).end())
    const id = await bench.announce(url)
    await until(() => bench.isDelivered(id))
    dispatcher.kill('SIGTERM')
    await dispatcher.exited
    const attempts = dispatcher.log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ renderId }) => renderId === id)
    expect(attempts).toMatchObject([
      {
        msg: 'event not delivered',
        attempt: 1,
        status: 500,
        origin: new URL(url).origin,
        tookMs: expect.any(Number),
      },
      { msg: 'event delivered', attempt: 2, status: 200 },
    ])
    expect(dispatcher.log).not.toMatch(/hidden-|whsec_|token-of-|"kty"/)
  })
})
