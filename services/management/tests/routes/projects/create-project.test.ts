import { describe, expect, test } from '@jest/globals'
import { useApi } from '../../api/use-api.ts'
import { describeRoute } from '../describe-route.ts'

const api = useApi()
const body = { name: 'Shop' }

describeRoute(api, 'createProject', { right: () => ({ body }) }, (ask) => {
  describe('200', () => {
    test('returns the project with every field', async () => {
      expect((await ask({ body })).body).toEqual({
        id: expect.stringMatching(/^proj_/),
        mongoProjectId: null,
        name: 'Shop',
        enabled: true,
        tokenless: false,
        engineVersion: null,
        storageCredentialId: null,
        llmCredentialId: null,
        proxyId: null,
        createdAt: expect.any(String),
      })
    })
  })

  describe('400', () => {
    test('refuses a project when there are a thousand', async () => {
      const { organisationId, key } = api.other
      await api.backing.query(
        `insert into projects (id, organisation_id, name) select 'proj_many' || n, $1, 'x' from generate_series(2, 1000) n`,
        [organisationId],
      )
      expect((await ask({ key, body })).body).toMatchObject({ code: 'BAD_REQUEST', data: [{ path: 'body' }] })
      await api.backing.query(`delete from projects where id = 'proj_many2'`)
      expect((await ask({ key, body })).status).toBe(200)
    })
  })
})
