import { afterEach, describe, expect, test } from '@jest/globals'
import { randomUUIDv7 } from 'node:crypto'
import { deliverOne } from '../../api/deliver-one.ts'
import { useApi } from '../../api/use-api.ts'
import { describeRoute } from '../describe-route.ts'

const api = useApi()

describeRoute(api, 'listDeliveries', {}, (ask) => {
  afterEach(() => api.backing.query('truncate deliveries cascade'))

  const list = async (query: Record<string, string> = {}): Promise<string[]> =>
    (await ask({ query })).body.deliveries.map(({ id }: { id: string }) => id)

  describe('200', () => {
    test('returns deliveries of one project in pages and filters by state', async () => {
      const ids: string[] = []
      for (const state of ['delivered', 'exhausted', 'gone', 'exhausted'] as const)
        ids.push((await deliverOne(api, { state, daysAgo: ids.length })).eventId)
      await deliverOne(api, { projectId: 'proj_other' })
      expect(await list()).toEqual(ids)
      expect(await list({ state: 'exhausted' })).toEqual([ids[1], ids[3]])
      expect(await list({ limit: '3' })).toEqual(ids.slice(0, 3))
      expect(await list({ limit: '3', after: ids[2]! })).toEqual(ids.slice(3))
    })

    test('continues after a delivery whose state has changed, and returns none after an unknown one', async () => {
      const { eventId: last } = await deliverOne(api, { state: 'exhausted' })
      const { eventId: next } = await deliverOne(api, { state: 'exhausted', daysAgo: 1 })
      expect(await list({ state: 'exhausted', limit: '1' })).toEqual([last])
      await api.ask('replayDelivery', { params: { delivery: last } })
      expect(await list({ state: 'exhausted', limit: '1', after: last })).toEqual([next])
      for (const after of [randomUUIDv7(), 'x']) expect(await list({ after })).toEqual([])
    })
  })

  describe('400', () => {
    test.each<Record<string, string>>([
      { state: 'done' },
      { limit: '0' },
      { limit: '101' },
      { limit: 'x' },
      { colour: 'red' },
    ])('refuses %j', async (query) => {
      expect((await ask({ query })).status).toBe(400)
    })
  })
})
