import { describe, expect, test } from '@jest/globals'
import { useApi } from '../../api/use-api.ts'
import { describeRoute } from '../describe-route.ts'

const api = useApi()
const body = { name: 'Reader', permissions: ['projects:read'] }

describeRoute(api, 'createManagementKey', { right: () => ({ body }) }, (ask) => {
  describe('200', () => {
    test('creates a key with the given permissions only', async () => {
      const { key } = (await ask({ body })).body
      expect((await api.ask('listProjects', { key })).status).toBe(200)
      expect((await api.ask('getUsage', { key })).status).toBe(403)
    })

    test('accepts a key with the same permissions as creator', async () => {
      const key = await api.keyOf(api.backing.owner.organisationId, [
        'management-keys:write',
        'projects:read',
      ])
      expect((await ask({ key, body })).status).toBe(200)
    })
  })

  describe('400', () => {
    test('refuses an unknown permission', async () => {
      const unknown = await ask({ body: { ...body, permissions: ['everything'] } })
      expect(unknown).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
    })

    test('refuses a key when a hundred are valid', async () => {
      const request = { key: api.other.key, params: { org: 'org_other' }, body }
      await api.backing.query(
        `insert into management_keys (id, organisation_id, hash, prefix, last4, name, permissions)
         select 'many' || n, 'org_other', 'many' || n, '', '', 'x', '{}' from generate_series(1, 100) n`,
      )
      expect((await ask(request)).body).toMatchObject({ code: 'BAD_REQUEST', data: [{ path: 'body' }] })
      await api.backing.query(`update management_keys set revoked_at = now() where id like 'many%'`)
      expect((await ask(request)).status).toBe(200)
    })
  })

  describe('403', () => {
    test.each([[['*']], [['projects:read', 'keys:write']]])(
      'refuses a creator that does not have %j itself',
      async (wanted) => {
        const key = await api.keyOf(api.backing.owner.organisationId, [
          'management-keys:write',
          'projects:read',
        ])
        expect((await ask({ key, body: { ...body, permissions: wanted } })).status).toBe(403)
      },
    )
  })
})
