import { afterAll, describe, expect, test } from '@jest/globals'
import { isReady } from '@render/jobs'
import { startSingleRedis, type SingleServer } from '@render/local'
import { until } from '@render/testkit'
import { deliverOne } from '../../api/deliver-one.ts'
import { queuedEvents } from '../../api/queued-events.ts'
import { useApi } from '../../api/use-api.ts'
import { describeRoute } from '../describe-route.ts'

let redis: SingleServer
const api = useApi(async () => {
  redis = await startSingleRedis()
  return { REDIS_URL: redis.url }
})
afterAll(async () => redis[Symbol.asyncDispose]())

const right = async () => ({ params: { delivery: (await deliverOne(api)).eventId } })

describeRoute(api, 'replayDelivery', { right }, (ask) => {
  const replay = (delivery: string) => ask({ params: { delivery } })
  const queued = async (id: string) => (await queuedEvents(api)).filter(({ event }) => event!.id === id)

  describe('200', () => {
    test('sends the event again with the same id and body and counts the replay', async () => {
      const { eventId, event } = await deliverOne(api, { state: 'exhausted', attempts: 8 })
      expect((await replay(eventId)).body).toMatchObject({ id: eventId, state: 'pending', replays: 1 })
      const [job] = await queued(eventId)
      expect(job).toEqual({
        ...api.backing.owner,
        jobId: `${eventId}-1`,
        requestId: 'req_1',
        sealedUrl: 'sealed',
        createdAt: expect.any(Number),
        event: { id: eventId, body: JSON.parse(event!.body) },
        replay: 1,
      })
      expect(JSON.stringify(job!.event!.body)).toBe(event!.body)
      await deliverOne(api, { eventId, replay: 1 })
      const { body } = await api.ask('getDelivery', { params: { delivery: eventId } })
      expect(body).toMatchObject({ state: 'delivered', replays: 1, attempts: [{}, {}] })
    })

    test('leaves a pending delivery unchanged, and queues it again if the queue lost it', async () => {
      const { eventId } = await deliverOne(api, { state: 'pending' })
      const job = `bull:webhooks:${eventId}`
      await api.context.redis.hset(job, 'name', 'webhook')
      expect((await replay(eventId)).status).toBe(200)
      expect(await api.context.redis.lrange('bull:webhooks:wait', 0, -1)).not.toContain(eventId)
      await api.context.redis.del(job)
      expect((await replay(eventId)).body).toMatchObject({ state: 'pending', replays: 0 })
      expect(await queued(eventId)).toMatchObject([{ jobId: eventId }])
    })
  })

  describe('400', () => {
    test('refuses a delivery whose event is no longer known', async () => {
      const { eventId } = await deliverOne(api, { state: 'lost', event: undefined })
      expect((await replay(eventId)).body).toMatchObject({ code: 'BAD_REQUEST' })
      expect(await queued(eventId)).toEqual([])
    })
  })

  describe('404', () => {
    test('does not find a delivery of another project', async () => {
      const { eventId } = await deliverOne(api, { state: 'exhausted', projectId: 'proj_other' })
      expect((await replay(eventId)).status).toBe(404)
      expect(await queued(eventId)).toEqual([])
    })
  })

  describe('503', () => {
    test('is returned while the queue is unavailable; the delivery is unchanged', async () => {
      const { eventId } = await deliverOne(api, { state: 'exhausted' })
      await redis.process.stop()
      expect((await replay(eventId)).status).toBe(503)
      await redis.process.start()
      await until(() => isReady(api.context.redis))
      const { body } = await api.ask('getDelivery', { params: { delivery: eventId } })
      expect(body).toMatchObject({ state: 'exhausted', replays: 0 })
    })
  })
})
