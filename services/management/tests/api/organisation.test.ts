import { describe, expect, test } from '@jest/globals'
import { useApi } from './use-api.ts'

const api = useApi()

describe('GET /v2/organisation', () => {
  test('tells who the caller is', async () => {
    expect((await api.ask('getOrganisation')).body).toEqual({
      id: api.backing.owner.organisationId,
      name: 'First organisation',
      role: 'key',
      members: { count: 1, limit: 10 },
      features: {},
      accountBlocked: null,
      accountMode: 'pg_only',
    })
  })

  test('tells what its plan allows, and why it is blocked', async () => {
    const blocked = { by: 'somebody', at: '2026-01-01T00:00:00.000Z', reason: 'trial_abuse' }
    await api.backing.query(`update plans set features = '{video}', max_members = 3`)
    await api.backing.query(`update organisations set blocked = $1 where id = $2`, [
      blocked,
      api.backing.owner.organisationId,
    ])
    const { body } = await api.ask('getOrganisation')
    expect(body).toMatchObject({ features: { video: true }, members: { limit: 3 }, accountBlocked: blocked })
  })
})

describe('GET /v2/usage', () => {
  test('counts what the organisation used in its period', async () => {
    const { organisationId, projectId } = api.backing.owner
    await api.backing.query(
      `insert into usage select o.id, p.id, o.created_at, 7 from projects p
       join organisations o on o.id = p.organisation_id where p.id in ($1, 'proj_other')`,
      [projectId],
    )
    await api.backing.query('update plans set renders_per_period = 100')
    const { body } = await api.ask('getUsage')
    expect(body).toMatchObject({ rendersUsed: 7, renderQuota: 100 })
    const [row] = await api.backing.query<{ start: Date; end: Date }>(
      `select created_at as start, created_at + interval '1 month' as end from organisations where id = $1`,
      [organisationId],
    )
    expect(body.period).toEqual({ start: row!.start.toISOString(), end: row!.end.toISOString() })
  })

  test('has a quota that no client reaches where there is no limit, and none without a plan', async () => {
    await api.backing.query('update plans set renders_per_period = null')
    expect((await api.ask('getUsage')).body.renderQuota).toBe(Number.MAX_SAFE_INTEGER)
    expect((await api.ask('getUsage', { key: api.other.key })).body.renderQuota).toBe(0)
  })
})
