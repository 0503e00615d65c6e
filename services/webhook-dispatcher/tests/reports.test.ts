// Reports to the delivery log, through the queue.
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { until } from '@render/testkit'
import { startTestBench, type TestBench } from './test-bench.ts'

let bench: TestBench

beforeAll(async () => {
  bench = await startTestBench()
})

afterEach(async () => {
  await bench.stopDispatchers()
})

afterAll(() => bench[Symbol.asyncDispose]())

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

describe('each attempt is reported with its time, status, duration, answer and the next attempt', () => {
  test('of an event that is delivered', async () => {
    await bench.dispatch({ WEBHOOK_RETRY_DELAYS: '500ms' })
    const statuses = [500]
    const { url, received } = await bench.receiver((response) =>
      response.writeHead(statuses.shift() ?? 201).end('what it says'),
    )
    const before = Date.now()
    const id = await bench.announce(url)
    const reports = await bench.reportsOf(id)
    const common = {
      organisationId: 'org_1',
      projectId: 'prj_1',
      requestId: 'req_1',
      eventId: id,
      event: { type: 'render.succeeded', body: received[0]!.body },
      origin: new URL(url).origin,
      sealedUrl: expect.any(String),
      replay: 0,
    }
    const attempt = {
      id: expect.stringMatching(uuid),
      startedAt: expect.any(Number),
      durationMs: expect.any(Number),
      answer: 'what it says',
    }
    expect(reports).toEqual([
      {
        ...common,
        state: 'pending',
        attempts: 1,
        nextAttemptAt: expect.any(Number),
        attempt: { ...attempt, status: 500 },
      },
      { ...common, state: 'delivered', attempts: 2, attempt: { ...attempt, status: 201 } },
    ])
    const [first, second] = reports.map((report) => report.attempt!)
    expect(first!.startedAt).toBeGreaterThanOrEqual(before)
    expect(reports[0]!.nextAttemptAt! - first!.startedAt).toBeGreaterThanOrEqual(500)
    expect(second!.startedAt).toBeGreaterThanOrEqual(reports[0]!.nextAttemptAt! - 5)
    expect(second!.id).not.toBe(first!.id)
    expect(JSON.stringify(reports)).not.toContain('hidden-query')
  })

  test('of an event that is exhausted', async () => {
    await bench.dispatch({ WEBHOOK_RETRY_DELAYS: '10ms', WEBHOOK_TIMEOUT_MS: '5000' })
    const answers = [503]
    const { url } = await bench.receiver((response) => {
      const status = answers.shift()
      if (status) response.writeHead(status).end()
    })
    const reports = await bench.reportsOf(await bench.announce(url))
    expect(
      reports.map(({ state, attempts, attempt }) => [state, attempts, attempt?.status ?? attempt?.failure]),
    ).toEqual([
      ['pending', 1, 503],
      ['exhausted', 2, 'timeout'],
    ])
    expect(reports[1]).not.toHaveProperty('nextAttemptAt')
  })

  test('of an event whose receiver answers 410', async () => {
    await bench.dispatch()
    const { url } = await bench.receiver((response) => response.writeHead(410).end('moved out'))
    expect(await bench.reportsOf(await bench.announce(url))).toMatchObject([
      { state: 'gone', attempts: 1, attempt: { status: 410, answer: 'moved out' } },
    ])
  })

  test('and an event that is lost before its first attempt', async () => {
    const { secrets } = bench.secretsAnswer
    bench.secretsAnswer.secrets = []
    await bench.dispatch()
    const { url } = await bench.receiver()
    const [report, ...others] = await bench.reportsOf(await bench.announce(url))
    bench.secretsAnswer.secrets = secrets
    expect([report, others]).toMatchObject([{ state: 'lost', event: { type: 'render.succeeded' } }, []])
    expect(report).not.toHaveProperty('attempt')
  })
})

describe('an event that belongs to no render', () => {
  const id = '0199aaaa-0000-7000-8000-000000000001'

  test('is delivered unchanged under its own id, and again when replayed', async () => {
    await bench.dispatch()
    const { url, received } = await bench.receiver()
    const body = { event: 'batch.finished', batchId: id, note: 'é' }
    await bench.tell(url, { id, body })
    await until(() => received.length === 1)
    expect(received[0]).toMatchObject({
      body: `{"event":"batch.finished","batchId":"${id}","note":"\\u00e9"}`,
      headers: { 'webhook-id': id, 'x-service-attempt': '1' },
    })
    await bench.tell(url, { id, body }, 1)
    await until(() => received.length === 2)
    expect(received[1]).toMatchObject({ body: received[0]!.body, headers: { 'webhook-id': id } })
    await until(async () => (await bench.reportsOf(id)).length === 2)
    expect(await bench.reportsOf(id)).toMatchObject([
      { state: 'delivered', replay: 0, event: { type: 'batch.finished' } },
      { state: 'delivered', replay: 1 },
    ])
  })
})
