import { describe, expect, test } from '@jest/globals'
import { useApi } from '../../api/use-api.ts'
import { describeRoute } from '../describe-route.ts'

const api = useApi()

describeRoute(api, 'listAudit', {}, (ask) => {
  const list = async (query: Record<string, string> = {}) => (await ask({ query })).body
  const createProject = async (key?: string): Promise<string> =>
    (await api.ask('createProject', { key, body: { name: 'Audited' } })).body.id

  describe('200', () => {
    test('returns all entries in pages, latest first', async () => {
      const made: string[] = []
      for (let time = 0; time < 5; time++) made.unshift(await createProject())
      const seen: { subjectId: string }[] = []
      for (let after: string | null = ''; after !== null;) {
        const { entries, next } = await list({ limit: '2', ...(after && { after }) })
        seen.push(...entries)
        after = next
      }
      expect(seen.map(({ subjectId }) => subjectId)).toEqual(made)
      expect(await list()).toEqual({ entries: seen, next: null })
      expect(await list({ after: 'aud_nobody' })).toEqual({ entries: [], next: null })
    })

    test('filters by action and time', async () => {
      await createProject()
      const [latest] = (await list()).entries
      expect((await list({ action: 'createProject', limit: '1' })).entries).toEqual([latest])
      expect((await list({ action: 'deleteEverything' })).entries).toEqual([])
      expect((await list({ from: latest.createdAt })).entries).toContainEqual(latest)
      expect((await list({ until: latest.createdAt })).entries).not.toContainEqual(latest)
    })

    test('returns entries of one organisation only', async () => {
      const { key, organisationId } = api.other
      const subjectId = await createProject(key)
      const { entries } = (await ask({ key, params: { org: organisationId } })).body
      expect(entries).toMatchObject([{ subjectId }])
      expect((await list()).entries).not.toContainEqual(entries[0])
      expect((await list({ after: entries[0].id })).entries).toEqual([])
    })
  })

  describe('400', () => {
    test.each<Record<string, string>>([
      { limit: '0' },
      { limit: '101' },
      { limit: 'x' },
      { from: 'yesterday' },
      { until: '0000-01-01T00:00:00Z' },
      { colour: 'red' },
    ])('refuses %j', async (query) => {
      expect((await ask({ query })).status).toBe(400)
    })
  })
})
