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

  describe('200 of more events than one call replays', () => {
    test('reaches the newest although the others fail again at once', async () => {
      const { eventId } = await deliverOne(api, { state: 'exhausted' })
      const newest = await deliverOne(api, { state: 'exhausted' })
      await api.backing.query(
        `insert into deliveries (id, organisation_id, project_id, request_id, state, body, sealed_url, replays, attempts_made)
         select gen_random_uuid(), organisation_id, project_id, request_id, state, body, sealed_url, 0, 8
         from deliveries, generate_series(1, 499) where id = $1::uuid`,
        [eventId],
      )
      await api.backing.query(
        `update deliveries set created_at = now() + interval '1 minute' where id = $1::uuid`,
        [newest.eventId],
      )
      expect((await replay(twoDaysAgo())).body).toEqual({ replayed: 500, hasMore: true })
      await api.backing.query(
        `update deliveries set state = 'gone', attempts_made = 1 where state = 'pending'`,
      )
      expect((await replay(twoDaysAgo())).body).toEqual({ replayed: 500, hasMore: true })
      const { body } = await api.ask('getDelivery', { params: { delivery: newest.eventId } })
      expect(body).toMatchObject({ state: 'pending', replays: 1 })
    })
  })

  describe('400', () => {
    test.each([undefined, 'yesterday', '2026-01-01', 7])('refuses since %j', async (since) => {
      const { status, body } = await replay(since)
      expect([status, body.data[0].path]).toEqual([400, 'body.since'])
    })
  })
})
