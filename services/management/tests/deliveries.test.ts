// Tests how reports of the dispatcher appear in the delivery log of the owner.
import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import {
  createDeliveryReporter,
  createWorker,
  type DeliveryReport,
  type DeliveryReporter,
} from '@render/jobs'
import { until } from '@render/testkit'
import { createRecordDelivery } from '../src/deliveries/record-delivery.ts'
import { useApi } from './api/use-api.ts'
import { reportOf as reportOfOwner } from './delivery-report.ts'

const parts = new AsyncDisposableStack()
afterAll(() => parts.disposeAsync())
const api = useApi()

let reporter: DeliveryReporter
beforeAll(() => {
  const { context } = api
  reporter = parts.use(createDeliveryReporter(context.redis))
  const settings = { concurrency: 4, drainMs: 100, backoff: () => 5 }
  parts.use(createWorker('deliveries', context.blockingRedis, createRecordDelivery(context), settings))
})

const reportOf = (differing: Partial<DeliveryReport> = {}) => reportOfOwner(api.backing.owner, differing)

async function written(report: DeliveryReport): Promise<void> {
  await reporter.report(report)
  const { eventId, replay, state, attempt } = report
  const job = `bull:deliveries:${attempt?.id ?? `${eventId}-${replay}-${state}`}`
  await until(async () => (await api.context.redis.exists(job)) === 0)
}

const show = async (delivery: string) => (await api.ask('getDelivery', { params: { delivery } })).body

describe('a report', () => {
  test('is stored with state, body and attempts, latest first', async () => {
    const first = reportOf({
      state: 'pending',
      nextAttemptAt: 1_767_312_300_000,
      attempt: { id: randomUUIDv7(), startedAt: 1_767_312_000_000, durationMs: 15_000, failure: 'timeout' },
    })
    const { eventId } = first
    await written(first)
    const pending = {
      id: eventId,
      event: 'render.succeeded',
      state: 'pending',
      origin: 'https://receiver.example',
      createdAt: expect.any(String),
      replays: 0,
      nextAttemptAt: '2026-01-02T00:05:00.000Z',
      attempts: [
        {
          startedAt: '2026-01-02T00:00:00.000Z',
          durationMs: 15_000,
          status: null,
          failure: 'timeout',
          answer: null,
        },
      ],
    }
    expect(await show(eventId)).toEqual({ ...pending, body: first.event!.body })
    expect((await api.ask('listDeliveries')).body).toEqual({ deliveries: [pending], next: null })

    const attempt = {
      id: randomUUIDv7(),
      startedAt: 1_767_312_300_000,
      durationMs: 12,
      status: 200,
      answer: 'o\0k',
    }
    await written(reportOf({ eventId, attempts: 2, attempt }))
    expect(await show(eventId)).toMatchObject({
      state: 'delivered',
      nextAttemptAt: null,
      attempts: [{ status: 200, failure: null, answer: 'o\ufffdk' }, { failure: 'timeout' }],
    })
  })

  test('that arrives twice changes nothing', async () => {
    const report = reportOf()
    await written(report)
    const before = await show(report.eventId)
    await written(report)
    expect(await show(report.eventId)).toEqual(before)
  })

  test('that arrives late adds its attempt and leaves the state', async () => {
    const { eventId } = reportOf()
    await written(reportOf({ eventId, state: 'exhausted', attempts: 8 }))
    await written(reportOf({ eventId, state: 'pending', attempts: 7 }))
    expect(await show(eventId)).toMatchObject({ state: 'exhausted', attempts: [{}, {}] })
  })

  test('of a later attempt by a stalled dispatcher does not undo a delivery', async () => {
    const { eventId } = reportOf()
    await written(reportOf({ eventId }))
    await written(reportOf({ eventId, state: 'pending' }))
    expect(await show(eventId)).toMatchObject({ state: 'delivered', attempts: [{}, {}] })
    await written(reportOf({ eventId, state: 'exhausted', replay: 1 }))
    expect(await show(eventId)).toMatchObject({ state: 'exhausted' })
  })

  test.each(['delivered', 'gone', 'exhausted'] as const)(
    '%s at an earlier attempt ends an event that the queue had lost after a later one',
    async (state) => {
      const { eventId } = reportOf()
      await written(reportOf({ eventId, state: 'pending', attempts: 3 }))
      await written(reportOf({ eventId, state: 'pending', attempts: 1 }))
      await written(reportOf({ eventId, state, attempts: 2 }))
      expect(await show(eventId)).toMatchObject({ state, replays: 0, attempts: [{}, {}, {}] })
    },
  )

  test('without body and attempt is stored too', async () => {
    const { eventId } = reportOf()
    const {
      event: _event,
      attempt: _attempt,
      origin: _origin,
      ...lost
    } = reportOf({ eventId, state: 'lost' })
    await written(lost)
    expect(await show(eventId)).toMatchObject({ event: null, origin: null, state: 'lost', attempts: [] })
  })
})
