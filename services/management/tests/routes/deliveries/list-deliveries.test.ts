import { afterEach, describe, expect, test } from '@jest/globals'
import { randomUUIDv7 } from 'node:crypto'
import { deliverOne } from '../../api/deliver-one.ts'
import { useApi } from '../../api/use-api.ts'
import { describeRoute } from '../describe-route.ts'

const api = useApi()

describeRoute(api, 'listDeliveries', {}, (ask) => {
  afterEach(() => api.backing.query('truncate deliveries cascade'))

  const pageOf = async (query: Record<string, string>): Promise<{ ids: string[]; next: string | null }> => {
    const { deliveries, next } = (await ask({ query })).body
    return { ids: deliveries.map(({ id }: { id: string }) => id), next }
  }
  const list = async (query: Record<string, string> = {}) => (await pageOf(query)).ids

  describe('200', () => {
    test('returns deliveries of one project in pages and filters by state', async () => {
      const ids: string[] = []
      for (const state of ['delivered', 'exhausted', 'gone', 'exhausted'] as const)
        ids.push((await deliverOne(api, { state, daysAgo: ids.length })).eventId)
      await deliverOne(api, { projectId: 'proj_other' })
      expect(await list()).toEqual(ids)
      expect(await list({ state: 'exhausted' })).toEqual([ids[1], ids[3]])
      const first = await pageOf({ limit: '3' })
      expect(first).toEqual({ ids: ids.slice(0, 3), next: ids[2] })
      expect(await pageOf({ limit: '3', after: first.next! })).toEqual({ ids: ids.slice(3), next: null })
      expect(await pageOf({ limit: '4' })).toEqual({ ids, next: null })
      expect(await pageOf({ limit: '1', state: 'exhausted' })).toEqual({ ids: [ids[1]], next: ids[1] })
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
