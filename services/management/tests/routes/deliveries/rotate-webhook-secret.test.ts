import { describe, expect, test } from '@jest/globals'
import { findWebhookSecrets } from '../../../src/deliveries/webhook-secrets.ts'
import { useApi } from '../../api/use-api.ts'
import { describeRoute } from '../describe-route.ts'

const api = useApi()
const right = () => ({ body: {} })

describeRoute(api, 'rotateWebhookSecret', { right }, (ask) => {
  const rotate = (body: object) => ask({ body })
  const secrets = () => findWebhookSecrets(api.context.database, api.context, api.backing.owner.projectId)

  describe('200', () => {
    test('returns a new secret and keeps the former one valid during the overlap', async () => {
      const [former] = (await secrets())!
      const { body } = await rotate({ overlapHours: 1 })
      expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
      expect(Date.parse(body.formerUntil) - Date.now()).toBeGreaterThan(3_000_000)
      expect(await secrets()).toEqual([body.secret, former])
      const rows = await api.backing.query('select * from webhook_secrets')
      expect(JSON.stringify(rows)).not.toContain(body.secret)
      await api.backing.query(
        `update webhook_secrets set revoked_at = now() - interval '1 s' where revoked_at is not null`,
      )
      expect(await secrets()).toEqual([body.secret])
      const { body: next } = await rotate({ overlapHours: 0 })
      expect(await secrets()).toEqual([next.secret])
    })

    test('makes a usable secret beside one that cannot be decrypted', async () => {
      await api.backing.query(`update webhook_secrets set sealed = 'lost'`)
      await expect(secrets()).rejects.toThrow()
      const { body } = await rotate({})
      expect(await secrets()).toEqual([body.secret])
    })

    test('keeps the newest four secrets valid', async () => {
      const rotated: string[] = []
      for (let time = 0; time < 5; time++) rotated.unshift((await rotate({})).body.secret)
      expect(await secrets()).toEqual(rotated.slice(0, 4))
    })

    test('has the newest secret first, also when the clock that made the one before was ahead', async () => {
      await rotate({})
      await api.backing.query(`update webhook_secrets set created_at = created_at + interval '5 s'`)
      const { body } = await rotate({})
      expect((await secrets())![0]).toBe(body.secret)
    })
  })

  describe('400', () => {
    test.each([-1, 721, '1', null])('refuses an overlap of %j hours', async (overlapHours) => {
      const { status, body } = await rotate({ overlapHours })
      expect([status, body.data[0].path]).toEqual([400, 'body.overlapHours'])
    })
  })
})
