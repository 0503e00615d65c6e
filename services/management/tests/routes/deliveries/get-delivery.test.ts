import { describe, expect, test } from '@jest/globals'
import { randomUUIDv7 } from 'node:crypto'
import { deliverOne } from '../../api/deliver-one.ts'
import { useApi } from '../../api/use-api.ts'
import { describeRoute } from '../describe-route.ts'

const api = useApi()
const right = async () => ({ params: { delivery: (await deliverOne(api)).eventId } })

describeRoute(api, 'getDelivery', { right }, (ask) => {
  const get = (delivery: string) => ask({ params: { delivery } })

  describe('200', () => {
    test('returns the state, the attempts and the request body', async () => {
      const { eventId, event } = await deliverOne(api, {
        nextAttemptAt: 1_767_312_300_000,
        state: 'pending',
      })
      expect((await get(eventId)).body).toEqual({
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
            durationMs: 12,
            status: 200,
            failure: null,
            answer: 'ok',
          },
        ],
        body: event!.body,
      })
    })
  })

  describe('404', () => {
    test.each([randomUUIDv7(), 'no-uuid', '\0'])('does not find %j', async (id) => {
      expect((await get(id)).status).toBe(404)
    })

    test('does not find a delivery of another project', async () => {
      const { eventId } = await deliverOne(api, { projectId: 'proj_other' })
      expect((await get(eventId)).status).toBe(404)
    })
  })
})
