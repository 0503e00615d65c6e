// Retries after crashes, timeouts and failed conditions. A stand-in for the engine makes them happen.
import { readdirSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { BrowserCrashed, RetryWanted } from '@render/engine'
import { RenderError } from '@render/errors'
import type { RenderJob } from '@render/jobs'
import type { GivenOptions } from '@render/options'
import { until } from '@render/testkit'
import { rendered, startStandIn } from './stand-in.ts'
import { useTestQueue } from './test-queue.ts'
import { hostname } from 'node:os'

const queue = useTestQueue()

type Render = Parameters<typeof startStandIn>[1]

function work(render: Render, concurrency?: number) {
  const standIn = startStandIn(queue, render, concurrency)
  queue.use(standIn.worker)
  return standIn
}

type Reason = ConstructorParameters<typeof BrowserCrashed>[0]
const crash = (reason: Reason) => Promise.reject(new BrowserCrashed(reason))

describe('a mock', () => {
  test('is made without the engine, and its outcome says so', async () => {
    const { requests } = work(() => crash('crash'))
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
    expect(requests).toEqual([])
    expect(readdirSync(queue.artefacts)).toHaveLength(1)
  })
})

describe('a render that meets a condition of retry_on', () => {
  const again = { html: '<p>', retry_delay_ms: 100, max_retries: 1 }
  test('is retried after a timeout', async () => {
    let times = 0
    work(() =>
      ++times === 1 ? Promise.reject(new RenderError('RenderTimeoutError')) : Promise.resolve(rendered),
    )
    const id = await queue.submit({ ...again, retry_on: ['timeout'] })
    expect((await queue.succeeded(id)).attempts).toBe(2)
  })

  test('is retried at most max_retries times', async () => {
    const { requests } = work(() => Promise.reject(new RenderError('RenderTimeoutError')))
    const state = await queue.ended(await queue.submit({ ...again, retry_on: ['all'] }))
    expect(state).toMatchObject({ status: 'failed', attempts: 2, error: { code: 'RenderTimeoutError' } })
    expect(requests).toHaveLength(2)
  })

  test('is not retried for a reason that is not in retry_on', async () => {
    const { requests } = work(() => Promise.reject(new RenderError('RenderTimeoutError')))
    await queue.ended(await queue.submit({ ...again, retry_on: ['5xx'] }))
    expect(requests).toHaveLength(1)
  })

  test('fails with fail_on_retry_conditions', async () => {
    work(() => Promise.reject(new RetryWanted('503', 'Requested URL returned 503')))
    const options = { ...again, retry_on: ['5xx'], fail_on_retry_conditions: true }
    expect(await queue.ended(await queue.submit(options))).toMatchObject({
      error: { code: 'RenderFailedError', message: expect.stringContaining('fail_on_retry_conditions') },
    })
  })

  test('fails with RenderTimeoutError when the next attempt would come too late', async () => {
    work(() => Promise.reject(new RetryWanted('503', 'Requested URL returned 503')))
    const retried = { since: Date.now() - 15 * 60_000 + 40_000, times: 0 }
    const options = { ...again, retry_on: ['5xx'], retry_delay_ms: 60_000 }
    expect(await queue.ended(await queue.submit(options, { retried }))).toMatchObject({
      error: { code: 'RenderTimeoutError' },
    })
  })
})

describe('a render whose browser crashes', () => {
  test('is retried with the options of retry_with', async () => {
    const { requests } = work(({ options }) =>
      options.width === 300 ? Promise.resolve(rendered) : crash('crash'),
    )
    const retry_with = [{ width: 200 }, { width: 300 }]
    await queue.succeeded(await queue.submit({ html: '<p>', width: 100, retry_on: ['crash'], retry_with }))
    expect(requests.map(({ options, solo }) => [options.width, solo])).toEqual([
      [100, false],
      [200, true],
      [300, true],
    ])
  })

  test('is retried with its own options when the page did not cause the crash', async () => {
    const { requests } = work(({ solo }) => (solo ? Promise.resolve(rendered) : crash('proxy')))
    const options = { html: '<p>', width: 100, retry_with: [{ width: 200 }] }
    await queue.succeeded(await queue.submit({ ...options, retry_on: ['crash'] }))
    expect(requests.map(({ options }) => options.width)).toEqual([100, 100])
  })

  test('is not given up after crashes that no page can cause', async () => {
    const { requests } = work(() => (requests.length > 4 ? Promise.resolve(rendered) : crash('proxy')))
    await queue.succeeded(await queue.submit({ html: '<p>' }))
    expect(requests).toHaveLength(5)
  })

  test('is retried solo, and has the status "retrying" until then', async () => {
    let end = () => {}
    const seen = Promise.withResolvers<void>()
    const { requests } = work(async ({ solo }) => {
      if (solo) return seen.promise.then(() => rendered)
      await new Promise<void>((resolve) => (end = resolve))
      return crash('crash')
    })
    const id = await queue.submit({ html: '<p>' })
    await until(() => requests.length === 1)
    expect(await queue.finder.find(id)).toEqual({ status: 'created' })
    end()
    await until(async () => (await queue.finder.find(id))?.status === 'retrying')
    seen.resolve()
    const outcome = await queue.succeeded(id)
    expect(requests.map(({ solo }) => solo)).toEqual([false, true])
    expect(outcome).toMatchObject({
      attempts: 2,
      renderedBy: hostname(),
      warnings: ['from the gateway', 'from the engine'],
    })
  })

  test('keeps the options of its job as they were stored', async () => {
    const id = await queue.submit({ html: '<p>', width: 100 })
    const stored = async () => {
      const job = JSON.parse((await queue.redis.hget(`bull:renders:${id}`, 'data'))!) as RenderJob
      return { options: job.options, areBrief: job.areBrief }
    }
    const before = await stored()
    const { requests } = work(({ solo }) => (solo ? Promise.resolve(rendered) : crash('crash')))
    await queue.succeeded(id)
    expect(requests.map(({ options }) => [options.width, options.height])).toEqual([
      [100, 1024],
      [100, 1024],
    ])
    expect(await stored()).toEqual(before)
    expect(before).toMatchObject({ areBrief: true, options: expect.not.objectContaining({ height: 1024 }) })
  })

  test('X04 fails after three solo crashes', async () => {
    const { requests, registry } = work(() => crash('renderer'))
    const id = await queue.submit({ html: '<p>' })
    expect(await queue.ended(id)).toMatchObject({
      status: 'failed',
      error: { code: 'EngineResponseNotOkError', message: 'The process of the page crashed.' },
    })
    expect(requests.map(({ solo }) => solo)).toEqual([false, true, true, true])
    expect(await registry.metrics()).toMatch(/render_retries_total\{[^}]*reason="renderer"[^}]*\} 3/)
  })

  test.each([
    ['its page crashed and', 'renderer', [false, true, true]],
    ['the whole browser crashed and', 'crash', [false, true, true, true]],
  ] as const)(
    'whose first crash may be its own, because %s nobody else was there',
    async (_, reason, solo) => {
      const { requests } = work(() =>
        Promise.reject(new BrowserCrashed(reason, undefined, { wasSolo: true })),
      )
      expect(await queue.ended(await queue.submit({ html: '<p>' }))).toMatchObject({ status: 'failed' })
      expect(requests.map((request) => request.solo)).toEqual(solo)
    },
  )

  test('fails after one solo crash for memory, and says so', async () => {
    const { requests } = work(() => crash('memory'))
    expect(await queue.ended(await queue.submit({ html: '<p>' }))).toMatchObject({
      status: 'failed',
      error: {
        code: 'EngineResponseNotOkError',
        message: 'The page exceeded the memory limit of a render.',
      },
    })
    expect(requests.map(({ solo }) => solo)).toEqual([false, true])
  })

  describe('after its crashed attempts took its timeout and 15 s', () => {
    const crashed = { startedAt: Date.now(), lonelyDeaths: 0, workerDeaths: 0, crashedMs: 20_001 }
    const slow = { html: '<p>', timeout: 5000 }

    test('gets no more attempt', async () => {
      const { requests } = work(() => crash('renderer'))
      const id = await queue.submit(slow, { history: crashed })
      expect(await queue.ended(id)).toMatchObject({ error: { code: 'EngineResponseNotOkError' } })
      expect(requests).toHaveLength(1)
    })

    test.each([
      ['no page can have caused the last crash', 'proxy', {}],
      ['the caller wants it', 'renderer', { retry_on: ['crash'], max_retries: 1 }],
    ] satisfies [string, Reason, GivenOptions][])('gets another one when %s', async (_, reason, wanted) => {
      const { requests } = work(() => (requests.length > 1 ? Promise.resolve(rendered) : crash(reason)))
      await queue.succeeded(await queue.submit({ ...slow, ...wanted }, { history: crashed }))
    })
  })

  test('counts the time of attempts that its page may have crashed', async () => {
    const lastsMs = 50
    const crashes = [crash.bind(null, 'renderer'), crash.bind(null, 'proxy')]
    const seen = Promise.withResolvers<void>()
    const { requests } = work(async () => {
      await new Promise((resolve) => setTimeout(resolve, lastsMs))
      const next = crashes[requests.length - 1]
      return next ? next() : seen.promise.then(() => rendered)
    })
    const id = await queue.submit({ html: '<p>' })
    const storedMs = async () => {
      const job = JSON.parse((await queue.redis.hget(`bull:renders:${id}`, 'data'))!) as RenderJob
      return job.history?.crashedMs
    }
    await until(() => requests.length === 2)
    const afterOne = await storedMs()
    expect(afterOne).toBeGreaterThanOrEqual(lastsMs - 1)
    await until(() => requests.length === 3)
    expect(await storedMs()).toBe(afterOne)
    seen.resolve()
    await queue.succeeded(id)
  })

  test('X04 costs its neighbours one attempt, which is not counted as a solo crash of theirs', async () => {
    const poison = 'poison'
    let gone = false
    const together = Promise.withResolvers<void>()
    const { requests } = work(async ({ options, solo }) => {
      if (options.html === poison && solo) return crash('memory')
      if (solo) return rendered
      if (requests.length === 3) together.resolve()
      await together.promise
      gone = true
      return crash('memory')
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

  test('holds no slot while it waits for the retry', async () => {
    const order: string[] = []
    work(async ({ options, solo }) => {
      order.push(`${options.html}${solo ? ' solo' : ''}`)
      return solo || options.html === 'b' ? rendered : crash('crash')
    }, 1)
    const a = await queue.submit({ html: 'a' })
    const b = await queue.submit({ html: 'b' })
    await queue.succeeded(b)
    await queue.succeeded(a)
    expect(order).toEqual(['a', 'b', 'a solo'])
  })

  test('has 15 minutes for all its attempts', async () => {
    const { requests } = work(
      (_request, signal) =>
        new Promise((_resolve, reject) => {
          // The engine, too, rejects with the reason of the signal.
          signal.addEventListener('abort', () => reject(signal.reason))
        }),
    )
    const history = { startedAt: Date.now() - 15 * 60_000 + 8000, lonelyDeaths: 1, workerDeaths: 0 }
    const id = await queue.submit({ html: '<p>' }, { history })
    expect(await queue.ended(id)).toMatchObject({ error: { code: 'RenderTimeoutError' } })
    expect(requests).toHaveLength(1)
  })
})

describe('a render for which no browser starts', () => {
  test('is requeued with growing pauses, and uses up no solo crash', async () => {
    const at: number[] = []
    const seen = Promise.withResolvers<void>()
    const { requests, registry } = work(async () => {
      at.push(performance.now())
      return at.length < 3 ? crash('launch') : seen.promise.then(() => rendered)
    })
    const id = await queue.submit({ html: '<p>' })
    await until(async () => (await queue.finder.find(id))?.status === 'retrying')
    seen.resolve()
    await queue.succeeded(id)
    expect(requests.map(({ solo }) => solo)).toEqual([false, false, false])
    expect(at[1]! - at[0]!).toBeGreaterThanOrEqual(400)
    expect(at[2]! - at[1]!).toBeGreaterThanOrEqual(900)
    expect(await registry.metrics()).toMatch(/render_retries_total\{[^}]*reason="launch"[^}]*\} 2/)
  })

  test('fails when its 15 minutes are up', async () => {
    const { requests } = work(() => crash('launch'))
    const postponed = { since: Date.now() - 15 * 60_000 + 5000, times: 20 }
    const id = await queue.submit({ html: '<p>' }, { postponed })
    expect(await queue.ended(id)).toMatchObject({ error: { code: 'RenderTimeoutError' } })
    expect(requests).toHaveLength(1)
  })
})

describe('an error of the engine', () => {
  test('for the caller ends the render with its code, message and details', async () => {
    const details = [{ option: 'selector', message: 'matches nothing' }]
    const { requests } = work(() =>
      Promise.reject(new RenderError('RenderFailedError', { message: 'no match', details, cause: 'inner' })),
    )
    const id = await queue.submit({ html: '<p>' })
    expect(await queue.ended(id)).toEqual({
      status: 'failed',
      error: { code: 'RenderFailedError', message: 'no match', details },
      attempts: 1,
      endedAt: expect.any(Number),
    })
    expect(requests).toHaveLength(1)
  })

  test('that is unexpected becomes EngineResponseNotOkError and is not shown to the caller', async () => {
    work(() => Promise.reject(new Error('inner workings')))
    const id = await queue.submit({ html: '<p>' })
    const ended = await queue.ended(id)
    expect(ended).toMatchObject({ error: { code: 'EngineResponseNotOkError' } })
    expect(JSON.stringify(ended)).not.toContain('inner workings')
  })
})

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

describe('a failing artefact store', () => {
  test('fails the render and leaves no file', async () => {
    const unreadable = { path: '/nowhere/output.png', sizeBytes: 1 }
    const { requests } = work(async () => ({ ...rendered, main: { ...rendered.main, body: unreadable } }))
    const id = await queue.submit({ html: '<p>' })
    expect(await queue.ended(id)).toMatchObject({ error: { code: 'EngineResponseNotOkError' } })
    expect(requests).toHaveLength(1)
    expect(filesIn(queue.artefacts)).toEqual([])
  })
})

describe('a worker that loses its job', () => {
  test('stops the engine and writes no file', async () => {
    let aborted = false
    const { requests } = work(async (_request, signal) => {
      if (requests.length > 1) return rendered
      await queue.redis.del(`bull:renders:${id}:lock`)
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      aborted = true
      return { ...rendered, main: { ...rendered.main, body: { bytes: Buffer.from('late') } } }
    })
    const id = await queue.submit({ html: '<p>' })
    const outcome = await queue.succeeded(id)
    expect(aborted).toBe(true)
    expect(outcome.attempts).toBeGreaterThan(1)
    expect(requests.at(-1)!.solo).toBe(true)
    expect(filesIn(queue.artefacts)).toEqual([outcome.artefact.key!.split('/').at(-1)])
  })

  test('by a stop hands the job back, and no crash is counted', async () => {
    const stopped = work((_request, signal) => {
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    })
    const id = await queue.submit({ html: '<p>' })
    await until(() => stopped.requests.length === 1)
    await stopped.worker[Symbol.asyncDispose]()
    const { requests } = work(async () => rendered)
    expect((await queue.succeeded(id)).attempts).toBe(2)
    expect(requests.map(({ solo }) => solo)).toEqual([false])
  })
})
