import { describe, expect, test } from '@jest/globals'
import { deliverOne } from '../../api/deliver-one.ts'
import { queuedEvents } from '../../api/queued-events.ts'
import { useApi } from '../../api/use-api.ts'
import { describeRoute } from '../describe-route.ts'

const api = useApi()
const right = () => ({ body: { since: '2026-01-01T00:00:00Z' } })

describeRoute(api, 'replayFailed', { right }, (ask) => {
  const replay = (since: unknown) => ask({ body: { since } })
  const twoDaysAgo = () => new Date(Date.now() - 2 * 24 * 3_600_000).toISOString()

  describe('200', () => {
    test('replays only deliveries of the project that failed since the given time', async () => {
      const due: string[] = []
      for (const state of ['exhausted', 'gone', 'lost'] as const)
        due.push((await deliverOne(api, { state, daysAgo: 1 })).eventId)
      for (const other of [
        { state: 'delivered' as const },
        { state: 'pending' as const },
        { state: 'exhausted' as const, daysAgo: 3 },
        { state: 'exhausted' as const, projectId: 'proj_other' },
      ])
        await deliverOne(api, other)
      expect((await replay(twoDaysAgo())).body).toEqual({ replayed: 3, hasMore: false })
      expect((await queuedEvents(api)).map(({ event }) => event!.id).toSorted()).toEqual(due.toSorted())
      const { body } = await api.ask('listDeliveries', { query: { state: 'pending' } })
      expect(body.deliveries).toHaveLength(4)
      expect((await replay(twoDaysAgo())).body.replayed).toBe(0)
    })
  })

  describe('400', () => {
    test.each([undefined, 'yesterday', '2026-01-01', 7])('refuses since %j', async (since) => {
      const { status, body } = await replay(since)
      expect([status, body.data[0].path]).toEqual([400, 'body.since'])
    })
  })
})
