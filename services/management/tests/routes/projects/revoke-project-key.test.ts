import { describe, expect, test } from '@jest/globals'
import { useApi } from '../../api/use-api.ts'
import { accountOf } from '../account-of.ts'
import { describeRoute } from '../describe-route.ts'
import { makeProject } from '../make-project.ts'

const api = useApi()
const makeKeys = async (project: string) => (await api.ask('createProjectKeys', { params: { project } })).body
const right = async () => {
  const { id: project } = await makeProject(api)
  return { params: { project, key: (await makeKeys(project)).apiCredentials[0].id } }
}

describeRoute(api, 'revokeProjectKey', { right }, (ask) => {
  describe('200', () => {
    test('revokes one of several keys, also when repeated', async () => {
      const { id: project } = await makeProject(api)
      const [first, second] = [await makeKeys(project), await makeKeys(project)]
      const params = { project, key: first.apiCredentials[0].id }
      for (let time = 0; time < 2; time++) expect((await ask({ params })).body).toEqual({})
      expect(await accountOf(api, first.apiSecret)).toBeUndefined()
      expect((await accountOf(api, second.apiSecret))?.project?.id).toBe(project)
      const { apiCredentials } = (await api.ask('listProjectKeys', { params })).body
      expect(apiCredentials.filter(({ revoked }: { revoked: boolean }) => revoked)).toMatchObject([
        { id: params.key },
      ])
    })
  })

  describe('404', () => {
    test('does not find a key of another project', async () => {
      const { params } = await right()
      const { projectId } = api.backing.owner
      expect((await ask({ params: { ...params, project: projectId } })).status).toBe(404)
    })
  })
})
