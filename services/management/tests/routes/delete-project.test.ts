import { describe, expect, test } from '@jest/globals'
import { useApi } from '../api/use-api.ts'
import { accountOf } from './account-of.ts'
import { describeRoute } from './describe-route.ts'
import { makeProject } from './make-project.ts'

const api = useApi()
const right = async () => ({ params: { project: (await makeProject(api)).id } })

describeRoute(api, 'deleteProject', { right }, (ask) => {
  describe('200', () => {
    test('it makes no renders any more', async () => {
      const { params } = await right()
      const { apiSecret } = (await api.ask('createProjectKeys', { params })).body
      expect((await ask({ params })).body).toEqual({})
      expect((await accountOf(api, apiSecret))?.project).toBeNull()
    })

    test('whatever else is done with it meanwhile is done before, or finds it gone', async () => {
      for (let time = 0; time < 8; time++) {
        const { params } = await right()
        const asked = [
          api.ask('createProjectKeys', { params }),
          api.ask('rotateWebhookSecret', { params, body: {} }),
          api.ask('changeRenderDefaults', { params, body: { options: { delay: 5 } } }),
          ask({ params }),
        ]
        for (const { status } of await Promise.all(asked)) expect([200, 404]).toContain(status)
      }
    })
  })

  describe('404', () => {
    test('one that is deleted already', async () => {
      const { params } = await right()
      await ask({ params })
      expect((await ask({ params })).status).toBe(404)
      expect((await api.ask('getProject', { params })).status).toBe(404)
    })
  })
})
