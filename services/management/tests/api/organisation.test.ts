import { describe, expect, test } from '@jest/globals'
import { features } from '@render/options'
import { hashApiKey } from '@render/vault'
import { findAccount } from '../../src/find-account.ts'
import { operate } from './operate.ts'
import { useApi } from './use-api.ts'

const api = useApi()

/** Has the operator block the organisation. */
const block = async (change: object, token?: string) =>
  (await operate(api, `organisations/${api.backing.owner.organisationId}`, change, { token })).status

describe('GET /v2/organisation', () => {
  test('tells who the caller is', async () => {
    expect((await api.ask('getOrganisation')).body).toEqual({
      id: api.backing.owner.organisationId,
      name: 'First organisation',
      role: 'key',
      members: { count: 1, limit: 10 },
      features: Object.fromEntries(Object.keys(features).map((feature) => [feature, true])),
      accountBlocked: null,
      accountMode: 'pg_only',
    })
  })

  test('tells what its plan allows, and why it is blocked', async () => {
    await api.backing.query(`update plans set features = '{video}', max_members = 3`)
    const blocked = {
      by: 'somebody',
      reason: 'trial_abuse',
      response: { statusCode: 403, message: 'Please write to us.' },
    }
    expect(await block({ accountBlocked: blocked })).toBe(200)
    const { body } = await api.ask('getOrganisation')
    expect(body).toMatchObject({
      features: { video: true, pdf: false },
      members: { limit: 3 },
      accountBlocked: { ...blocked, at: expect.any(String) },
    })
    const { secretKey } = api.backing.keys
    const account = () => findAccount(api.context.database, hashApiKey(secretKey), api.context)
    expect((await account())?.blocked).toEqual(blocked.response)
    expect(await block({ accountBlocked: null })).toBe(200)
    expect((await account())?.blocked).toBeUndefined()
  })

  test.each<object>([
    {},
    { accountBlocked: { by: '', reason: 'trial_abuse' } },
    { accountBlocked: { by: 'me', reason: 'other' } },
    { accountBlocked: { by: 'me', reason: 'trial_abuse', response: { statusCode: 200, message: 'x' } } },
  ])('is not blocked by %j', async (change) => {
    expect(await block(change)).toBe(400)
  })

  test('is blocked by operators only', async () => {
    expect(await block({ accountBlocked: null }, 'token-of-the-gateway')).toBe(401)
  })
})

describe('GET /v2/me', () => {
  test('is nobody but an organisation for a management key', async () => {
    const { organisationId: id } = api.backing.owner
    expect((await api.ask('getMe')).body).toEqual({
      user: null,
      organisations: [{ id, name: 'First organisation', role: 'key', active: true }],
    })
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
