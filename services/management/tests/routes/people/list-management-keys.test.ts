import { describe, expect, test } from '@jest/globals'
import { useApi } from '../../api/use-api.ts'
import { describeRoute } from '../describe-route.ts'

const api = useApi()

describeRoute(api, 'listManagementKeys', {}, (ask) => {
  describe('200', () => {
    test('returns all keys in masked form', async () => {
      const body = { name: 'Reader', permissions: ['projects:read'] }
      const { key, ...masked } = (await api.ask('createManagementKey', { body })).body
      const listed = await ask()
      expect(listed.body.managementKeys).toContainEqual(masked)
      expect(listed.text).not.toContain(key.slice(3, -4))
    })
  })
})
