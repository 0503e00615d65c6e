import { describe, expect, test } from '@jest/globals'
import { useApi } from '../../api/use-api.ts'
import { describeRoute } from '../describe-route.ts'

const api = useApi()
const make = async () => {
  const body = { name: 'Reader', permissions: ['projects:read'] }
  return (await api.ask('createManagementKey', { body })).body
}

describeRoute(
  api,
  'revokeManagementKey',
  { right: async () => ({ params: { key: (await make()).id } }) },
  (ask) => {
    describe('200', () => {
      test('makes the key invalid at once', async () => {
        const { id, key } = await make()
        expect((await api.ask('listProjects', { key })).status).toBe(200)
        expect((await ask({ params: { key: id } })).body).toEqual({})
        expect((await api.ask('listProjects', { key })).status).toBe(401)
      })
    })
  },
)
