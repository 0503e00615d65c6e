import { describe, expect, test } from '@jest/globals'
import { useApi } from '../../api/use-api.ts'
import { accountOf } from '../account-of.ts'
import { describeRoute } from '../describe-route.ts'
import { makeProject } from '../make-project.ts'

const api = useApi()
const right = async () => ({ params: { project: (await makeProject(api)).id }, body: { name: 'New' } })

describeRoute(api, 'changeProject', { right }, (ask) => {
  describe('200', () => {
    test('changes only the given fields', async () => {
      const made = await makeProject(api)
      const change = async (body: object) => (await ask({ params: { project: made.id }, body })).body
      expect(await change({})).toEqual(made)
      expect(await change({ name: 'New' })).toEqual({ ...made, name: 'New' })
      const all = { enabled: false, tokenless: true, engineVersion: 'lts' }
      expect(await change(all)).toEqual({ ...made, name: 'New', ...all })
      expect(await change({ engineVersion: null })).toMatchObject({ engineVersion: null, tokenless: true })
    })

    test('disables the project for renders', async () => {
      const { params } = await right()
      const { apiSecret } = (await api.ask('createProjectKeys', { params })).body
      expect((await accountOf(api, apiSecret))?.project).toMatchObject({ id: params.project, enabled: true })
      await ask({ params, body: { enabled: false } })
      expect((await accountOf(api, apiSecret))?.project).toMatchObject({ id: params.project, enabled: false })
    })
  })

  describe('400', () => {
    test('refuses an unknown engine version', async () => {
      const wrong = await ask({ ...(await right()), body: { engineVersion: 'old' } })
      expect(wrong.body.data).toEqual([
        { path: 'body.engineVersion', message: expect.stringContaining('stable, latest, lts, experimental') },
      ])
    })
  })
})
