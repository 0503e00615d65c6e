import { describe, expect, test } from '@jest/globals'
import { features } from '@render/options'
import { hashApiKey } from '@render/vault'
import { findAccount } from '../../../src/accounts/find-account.ts'
import { operate } from '../../api/operate.ts'
import { useApi } from '../../api/use-api.ts'
import { describeRoute } from '../describe-route.ts'

const api = useApi()

describeRoute(api, 'getOrganisation', {}, (ask) => {
  describe('200', () => {
    test('returns the organisation and the role of the caller', async () => {
      expect((await ask()).body).toEqual({
        id: 'org_first',
        name: 'First organisation',
        role: 'key',
        members: { count: 1, limit: 10 },
        features: Object.fromEntries(Object.keys(features).map((feature) => [feature, true])),
        accountBlocked: null,
        accountMode: 'pg_only',
      })
    })

    test('returns the features of its plan and the reason for its block', async () => {
      const blocked = {
        by: 'somebody',
        reason: 'trial_abuse',
        response: { statusCode: 403, message: 'Please write to us.' },
      }
      const block = (accountBlocked: object | null) =>
        operate(api, 'organisations/org_first', { accountBlocked })
      const account = () =>
        findAccount(api.context.database, hashApiKey(api.backing.keys.secretKey), api.context)
      await api.backing.query(`update plans set features = '{video}', max_members = 3`)
      await block(blocked)
      expect((await ask()).body).toMatchObject({
        features: { video: true, pdf: false },
        members: { limit: 3 },
        accountBlocked: { ...blocked, at: expect.any(String) },
      })
      expect((await account())?.blocked).toEqual(blocked.response)
      await block(null)
      expect((await account())?.blocked).toBeUndefined()
    })

    test('returns no features and no members without a plan', async () => {
      const { key } = api.other
      expect((await ask({ key })).body).toMatchObject({
        id: 'org_other',
        members: { count: 0, limit: 0 },
        features: Object.fromEntries(Object.keys(features).map((feature) => [feature, false])),
      })
    })
  })
})
