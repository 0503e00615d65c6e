import { describe, expect, test } from '@jest/globals'
import { useApi } from '../../api/use-api.ts'
import { describeRoute } from '../describe-route.ts'

const api = useApi()

describeRoute(api, 'getUsage', {}, (ask) => {
  describe('200', () => {
    test('returns the renders used in the current period', async () => {
      await api.backing.query(
        `insert into usage select o.id, p.id, o.created_at, 7 from projects p
       join organisations o on o.id = p.organisation_id`,
      )
      await api.backing.query('update plans set renders_per_period = 100')
      const { body } = await ask()
      expect(body).toMatchObject({ rendersUsed: 7, renderQuota: 100 })
      const [row] = await api.backing.query<{ start: Date; end: Date }>(
        `select created_at as start, created_at + interval '1 month' as end from organisations where id = 'org_first'`,
      )
      expect(body.period).toEqual({ start: row!.start.toISOString(), end: row!.end.toISOString() })
    })

    test('returns the largest integer as quota without a limit, and 0 without a plan', async () => {
      await api.backing.query('update plans set renders_per_period = null')
      expect((await ask()).body.renderQuota).toBe(Number.MAX_SAFE_INTEGER)
      expect((await ask({ key: api.other.key })).body.renderQuota).toBe(0)
    })
  })
})
