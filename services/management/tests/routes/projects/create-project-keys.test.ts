import { describe, expect, test } from '@jest/globals'
import { hashApiKey } from '@render/vault'
import { openProjectKey } from '../../../src/projects/seal-project-key.ts'
import { useApi } from '../../api/use-api.ts'
import { describeRoute } from '../describe-route.ts'
import { makeProject } from '../make-project.ts'

const api = useApi()
const right = async () => ({ params: { project: (await makeProject(api)).id } })

describeRoute(api, 'createProjectKeys', { right }, (ask) => {
  describe('200', () => {
    test('returns keys that no later request returns', async () => {
      const { params } = await right()
      const { apiKey, apiSecret, apiCredentials } = (await ask({ params })).body
      expect([apiKey, apiSecret]).toEqual([expect.stringMatching(/^pk_/), expect.stringMatching(/^sk_/)])
      const listed = await api.ask('listProjectKeys', { params })
      expect(listed.body.apiCredentials).toEqual(expect.arrayContaining(apiCredentials))
      for (const key of [apiKey, apiSecret]) {
        expect(listed.text).toContain(key.slice(-4))
        expect(listed.text).not.toContain(key.slice(3, -4))
      }
      const [row] = await api.backing.query<object>(`select * from project_keys where hash = $1`, [
        hashApiKey(apiSecret),
      ])
      expect(JSON.stringify(row)).not.toContain(apiSecret.slice(3, -4))
    })

    test('keeps the secret key sealed to its row, and of the publishable one only the hash', async () => {
      const { apiKey, apiSecret } = (await ask(await right())).body
      const rowOf = async (key: string) => {
        const [row] = await api.backing.query<{ id: string; organisationId: string; sealed: string | null }>(
          `select id, organisation_id as "organisationId", sealed from project_keys where hash = $1`,
          [hashApiKey(key)],
        )
        return row!
      }
      const { sealed, ...location } = await rowOf(apiSecret)
      expect(await openProjectKey(api.context.vault, location, sealed!)).toBe(apiSecret)
      const other = { ...location, id: 'key_other' }
      await expect(openProjectKey(api.context.vault, other, sealed!)).rejects.toThrow()
      expect((await rowOf(apiKey)).sealed).toBeNull()
    })
  })

  describe('400', () => {
    test('refuses a key when a hundred are valid', async () => {
      const request = { key: api.other.key, params: { org: 'org_other', project: 'proj_other' } }
      await api.backing.query(
        `insert into project_keys (id, organisation_id, project_id, kind, hash, prefix, last4)
         select 'many' || n, 'org_other', 'proj_other', 'secret', 'many' || n, '', '' from generate_series(1, 100) n`,
      )
      expect((await ask(request)).body).toMatchObject({ code: 'BAD_REQUEST', data: [{ path: 'body' }] })
      await api.backing.query(`update project_keys set revoked_at = now() where id like 'many%'`)
      expect((await ask(request)).status).toBe(200)
    })
  })
})
