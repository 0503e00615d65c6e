import { describe, expect, test } from '@jest/globals'
import { useApi } from '../../api/use-api.ts'
import { accountOf } from '../account-of.ts'
import { describeRoute } from '../describe-route.ts'
import { makeProject } from '../make-project.ts'

const api = useApi()
const right = async () => ({ params: { project: (await makeProject(api)).id } })

describeRoute(api, 'listProjectKeys', { right }, (ask) => {
  describe('200', () => {
    test('returns no keys for a new project', async () => {
      expect((await ask(await right())).body).toEqual({ apiCredentials: [] })
    })

    test('returns the approximate time of last use', async () => {
      const { params } = await right()
      const { apiSecret, apiCredentials } = (await api.ask('createProjectKeys', { params })).body
      const [{ id }] = apiCredentials
      const lastUsed = async () =>
        (await ask({ params })).body.apiCredentials.map(
          (key: { lastUsedAt: string | null }) => key.lastUsedAt,
        )
      expect(await lastUsed()).toEqual([null, null])
      await accountOf(api, apiSecret)
      const first = (await lastUsed()).find((time: string | null) => time !== null)
      expect(Date.now() - Date.parse(first)).toBeLessThan(60_000)
      await accountOf(api, apiSecret)
      expect(await lastUsed()).toContain(first)
      const earlier = '2026-01-01T00:00:00.000Z'
      await api.backing.query('update project_keys set last_used_at = $1 where id = $2', [earlier, id])
      await accountOf(api, apiSecret)
      expect(await lastUsed()).not.toContain(earlier)
    })
  })
})
