import { describe, expect, test } from '@jest/globals'
import { useApi } from '../../api/use-api.ts'
import { accountOf } from '../account-of.ts'
import { describeRoute } from '../describe-route.ts'
import { makeProject } from '../make-project.ts'

const api = useApi()
const right = async () => ({ params: { project: (await makeProject(api)).id } })

describeRoute(api, 'deleteProject', { right }, (ask) => {
  describe('200', () => {
    test('stops renders of the project', async () => {
      const { params } = await right()
      const { apiSecret } = (await api.ask('createProjectKeys', { params })).body
      expect((await ask({ params })).body).toEqual({})
      expect((await accountOf(api, apiSecret))?.project).toBeNull()
    })

    test('runs concurrent requests either before the deletion or answers them with 404', async () => {
      for (let time = 0; time < 8; time++) {
        const { params } = await right()
        const requests = [
          api.ask('createProjectKeys', { params }),
          api.ask('rotateWebhookSecret', { params, body: {} }),
          api.ask('changeRenderDefaults', { params, body: { options: { delay: 5 } } }),
          ask({ params }),
        ]
        for (const { status } of await Promise.all(requests)) expect([200, 404]).toContain(status)
      }
    })
  })

  describe('404', () => {
    test('does not find a deleted project', async () => {
      const { params } = await right()
      await ask({ params })
      expect((await ask({ params })).status).toBe(404)
      expect((await api.ask('getProject', { params })).status).toBe(404)
    })
  })
})
