// What becomes of a render when a browser dies under it; the deaths come from a stand-in for the engine.
import { readdirSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { BrowserDied, RetryWanted } from '@render/engine'
import { RenderError } from '@render/errors'
import { until } from '@render/testkit'
import { rendered, startStandIn } from './stand-in.ts'
import { startTestQueue, type TestQueue } from './test-queue.ts'
import { hostname } from 'node:os'

let queue: TestQueue
let parts: AsyncDisposableStack

beforeEach(async () => {
  parts = new AsyncDisposableStack()
  queue = parts.use(await startTestQueue())
})

afterEach(() => parts.disposeAsync())

type Render = Parameters<typeof startStandIn>[1]

function work(render: Render, concurrency?: number) {
  const standIn = startStandIn(queue, render, concurrency)
  parts.use(standIn.worker)
  return standIn
}

const dies = (reason: ConstructorParameters<typeof BrowserDied>[0]) => Promise.reject(new BrowserDied(reason))

describe('a mock', () => {
  test('is made without the engine, and told as such', async () => {
    const { asked } = work(() => dies('crash'))
    const id = await queue.submit({
      url: 'https://example.com',
      mock: true,
      mock_cost: 3,
      format: 'webp',
      width: 200,
      height: 100,
    })
    const outcome = await queue.succeeded(id)
    expect(outcome).toMatchObject({
      mock: { cost: 3 },
      width: 200,
      height: 100,
      response: { statusCode: 200, statusCodeInitial: 200 },
      artefact: { contentType: 'image/webp' },
    })
    expect(outcome).not.toHaveProperty('engine')
    expect(asked).toEqual([])
    expect(readdirSync(queue.artefacts)).toHaveLength(1)
  })
})

describe('a render that meets a condition of the caller', () => {
  const again = { html: '<p>', retry_delay_ms: 100, max_retries: 1 }
  test('is tried again, also when its time is over', async () => {
    let times = 0
    work(() =>
      ++times === 1 ? Promise.reject(new RenderError('RenderTimeoutError')) : Promise.resolve(rendered),
    )
    const id = await queue.submit({ ...again, retry_on: ['timeout'] })
    expect((await queue.succeeded(id)).attempts).toBe(2)
  })

  test('is tried no more often than that', async () => {
    const { asked } = work(() => Promise.reject(new RenderError('RenderTimeoutError')))
    const state = await queue.ended(await queue.submit({ ...again, retry_on: ['all'] }))
    expect(state).toMatchObject({ status: 'failed', attempts: 2, error: { code: 'RenderTimeoutError' } })
    expect(asked).toHaveLength(2)
  })

  test('is not tried again for another reason', async () => {
    const { asked } = work(() => Promise.reject(new RenderError('RenderTimeoutError')))
    await queue.ended(await queue.submit({ ...again, retry_on: ['5xx'] }))
    expect(asked).toHaveLength(1)
  })

  test('fails where that is asked for', async () => {
    work(() => Promise.reject(new RetryWanted('503', 'Requested URL returned 503')))
    const options = { ...again, retry_on: ['5xx'], fail_on_retry_conditions: true }
    expect(await queue.ended(await queue.submit(options))).toMatchObject({
      error: { code: 'RenderFailedError', message: expect.stringContaining('fail_on_retry_conditions') },
    })
  })

  test('whose next attempt would come too late has run out of time', async () => {
    work(() => Promise.reject(new RetryWanted('503', 'Requested URL returned 503')))
    const retried = { since: Date.now() - 15 * 60_000 + 40_000, times: 0 }
    const options = { ...again, retry_on: ['5xx'], retry_delay_ms: 60_000 }
    expect(await queue.ended(await queue.submit(options, { retried }))).toMatchObject({
      error: { code: 'RenderTimeoutError' },
    })
  })
})

describe('a render whose browser dies', () => {
  test('is made otherwise where the caller has other options for that', async () => {
    const { asked } = work(({ options }) =>
      options.width === 300 ? Promise.resolve(rendered) : dies('crash'),
    )
    const retry_with = [{ width: 200 }, { width: 300 }]
    await queue.succeeded(await queue.submit({ html: '<p>', width: 100, retry_on: ['crash'], retry_with }))
    expect(asked.map(({ options, alone }) => [options.width, alone])).toEqual([
      [100, false],
      [200, true],
      [300, true],
    ])
  })

  test('is made the same again where the page has no part in it', async () => {
    const { asked } = work(({ alone }) => (alone ? Promise.resolve(rendered) : dies('proxy')))
    const options = { html: '<p>', width: 100, retry_with: [{ width: 200 }] }
    await queue.succeeded(await queue.submit({ ...options, retry_on: ['crash'] }))
    expect(asked.map(({ options }) => options.width)).toEqual([100, 100])
  })

  test('is retried alone, and its status says so meanwhile', async () => {
    let die = () => {}
    const seen = Promise.withResolvers<void>()
    const { asked } = work(async ({ alone }) => {
      if (alone) return seen.promise.then(() => rendered)
      await new Promise<void>((resolve) => (die = resolve))
      return dies('crash')
    })
    const id = await queue.submit({ html: '<p>' })
    await until(() => asked.length === 1)
    expect(await queue.finder.find(id)).toEqual({ status: 'created' })
    die()
    await until(async () => (await queue.finder.find(id))?.status === 'retrying')
    seen.resolve()
    const outcome = await queue.succeeded(id)
    expect(asked.map(({ alone }) => alone)).toEqual([false, true])
    expect(outcome).toMatchObject({
      attempts: 2,
      renderedBy: hostname(),
      warnings: ['from the gateway', 'from the engine'],
    })
  })

  test('X04 again and again fails after three deaths alone', async () => {
    const { asked, registry } = work(() => dies('memory'))
    const id = await queue.submit({ html: '<p>' })
    expect(await queue.ended(id)).toMatchObject({
      status: 'failed',
      error: { code: 'EngineResponseNotOkError', message: 'The engine could not make the render.' },
    })
    expect(asked.map(({ alone }) => alone)).toEqual([false, true, true, true])
    expect(await registry.metrics()).toMatch(/render_retries_total\{[^}]*reason="memory"[^}]*\} 3/)
  })

  test('X04 costs its neighbours one attempt, which is no death of their own', async () => {
    const poison = 'poison'
    let gone = false
    const together = Promise.withResolvers<void>()
    const { asked } = work(async ({ options, alone }) => {
      if (options.html === poison && alone) return dies('memory')
      if (alone) return rendered
      if (asked.length === 3) together.resolve()
      await together.promise
      gone = true
      return dies('memory')
    })
    const ids = [
      await queue.submit({ html: 'innocent 1' }),
      await queue.submit({ html: poison }),
      await queue.submit({ html: 'innocent 2' }),
    ]
    const [first, second, third] = await Promise.all(ids.map((id) => queue.ended(id)))
    expect(gone).toBe(true)
    expect([first!.status, second!.status, third!.status]).toEqual(['succeeded', 'failed', 'succeeded'])
  })

  test('holds no slot while it waits', async () => {
    const order: string[] = []
    work(async ({ options, alone }) => {
      order.push(`${options.html}${alone ? ' alone' : ''}`)
      return alone || options.html === 'b' ? rendered : dies('crash')
    }, 1)
    const a = await queue.submit({ html: 'a' })
    const b = await queue.submit({ html: 'b' })
    await queue.succeeded(b)
    await queue.succeeded(a)
    expect(order).toEqual(['a', 'b', 'a alone'])
  })

  test('may take 15 minutes with all its attempts', async () => {
    const { asked } = work(
      (_request, signal) =>
        new Promise((_resolve, reject) => {
          // As the engine does: a reason that can be told is told.
          signal.addEventListener('abort', () => reject(signal.reason))
        }),
    )
    const history = { startedAt: Date.now() - 15 * 60_000 + 3000, lonelyDeaths: 1, workerDeaths: 0 }
    const id = await queue.submit({ html: '<p>' }, { history })
    expect(await queue.ended(id)).toMatchObject({ error: { code: 'RenderTimeoutError' } })
    expect(asked).toHaveLength(1)
  })
})

describe('a render that no browser can be started for', () => {
  test('is put off, longer each time, and keeps its attempts', async () => {
    const at: number[] = []
    const seen = Promise.withResolvers<void>()
    const { asked, registry } = work(async () => {
      at.push(performance.now())
      return at.length < 3 ? dies('launch') : seen.promise.then(() => rendered)
    })
    const id = await queue.submit({ html: '<p>' })
    await until(async () => (await queue.finder.find(id))?.status === 'retrying')
    seen.resolve()
    await queue.succeeded(id)
    expect(asked.map(({ alone }) => alone)).toEqual([false, false, false])
    expect(at[1]! - at[0]!).toBeGreaterThanOrEqual(400)
    expect(at[2]! - at[1]!).toBeGreaterThanOrEqual(900)
    expect(await registry.metrics()).toMatch(/render_retries_total\{[^}]*reason="launch"[^}]*\} 2/)
  })

  test('fails when its 15 minutes are up', async () => {
    const { asked } = work(() => dies('launch'))
    const postponed = { since: Date.now() - 15 * 60_000 + 5000, times: 20 }
    const id = await queue.submit({ html: '<p>' }, { postponed })
    expect(await queue.ended(id)).toMatchObject({ error: { code: 'RenderTimeoutError' } })
    expect(asked).toHaveLength(1)
  })
})

describe('what the engine throws', () => {
  test('for the caller is final, as it was said', async () => {
    const details = [{ option: 'selector', message: 'matches nothing' }]
    const { asked } = work(() =>
      Promise.reject(new RenderError('RenderFailedError', { message: 'no match', details, cause: 'inner' })),
    )
    const id = await queue.submit({ html: '<p>' })
    expect(await queue.ended(id)).toEqual({
      status: 'failed',
      error: { code: 'RenderFailedError', message: 'no match', details },
      attempts: 1,
      endedAt: expect.any(Number),
    })
    expect(asked).toHaveLength(1)
  })

  test('by accident is our fault, and stays with us', async () => {
    work(() => Promise.reject(new Error('inner workings')))
    const id = await queue.submit({ html: '<p>' })
    const ended = await queue.ended(id)
    expect(ended).toMatchObject({ error: { code: 'EngineResponseNotOkError' } })
    expect(JSON.stringify(ended)).not.toContain('inner workings')
  })
})

describe('storage that fails', () => {
  test('fails the render and leaves nothing', async () => {
    const { asked } = work(async () => ({ ...rendered, extension: 'not an extension' }))
    const id = await queue.submit({ html: '<p>' })
    expect(await queue.ended(id)).toMatchObject({ error: { code: 'EngineResponseNotOkError' } })
    expect(asked).toHaveLength(1)
    expect(readdirSync(queue.artefacts)).toEqual([])
  })
})

describe('a worker that loses its job', () => {
  test('stops the engine and writes nothing', async () => {
    let aborted = false
    const { asked } = work(async (_request, signal) => {
      if (asked.length > 1) return rendered
      await queue.redis.del(`bull:renders:${id}:lock`)
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      aborted = true
      return { ...rendered, body: Buffer.from('late') }
    })
    const id = await queue.submit({ html: '<p>' })
    const outcome = await queue.succeeded(id)
    expect(aborted).toBe(true)
    expect(outcome.attempts).toBeGreaterThan(1)
    expect(asked.at(-1)!.alone).toBe(true)
    const files = readdirSync(queue.artefacts, { recursive: true, withFileTypes: true }).filter((e) =>
      e.isFile(),
    )
    expect(files.map(({ name }) => name)).toEqual([outcome.artefact.key.split('/').at(-1)])
  })

  test('by a stop hands it back, without a death', async () => {
    const stopped = work((_request, signal) => {
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    })
    const id = await queue.submit({ html: '<p>' })
    await until(() => stopped.asked.length === 1)
    await stopped.worker[Symbol.asyncDispose]()
    const { asked } = work(async () => rendered)
    expect((await queue.succeeded(id)).attempts).toBe(2)
    expect(asked.map(({ alone }) => alone)).toEqual([false])
  })
})
