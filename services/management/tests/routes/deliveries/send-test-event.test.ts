import { describe, expect, test } from '@jest/globals'
import { createOpen } from '@render/vault'
import { queuedEvents } from '../../api/queued-events.ts'
import { useApi } from '../../api/use-api.ts'
import { describeRoute } from '../describe-route.ts'

const api = useApi(async () => ({ WEBHOOK_HTTPS_ONLY: 'on' }))
const right = () => ({ body: { url: 'https://receiver.example' } })

describeRoute(api, 'sendTestEvent', { right }, (ask) => {
  const sendTo = (url: unknown) => ask({ body: { url } })

  describe('200', () => {
    test('queues the event with the address encrypted to the dispatcher', async () => {
      const receiver = 'https://receiver.example/hook?token=sesame'
      const { id } = (await sendTo(receiver)).body
      const queued = await queuedEvents(api)
      expect(queued).toMatchObject([
        { ...api.backing.owner, event: { id, body: { event: 'webhook.test', id } } },
      ])
      const open = createOpen([api.backing.dispatcherKeys.privateKey])
      const { projectId } = api.backing.owner
      expect(open(queued[0]!.sealedUrl, { projectId, id })).toBe(receiver)
      expect(() => open(queued[0]!.sealedUrl)).toThrow('for another')
      expect(JSON.stringify(queued)).not.toContain('sesame')
    })
  })

  describe('400', () => {
    test.each([
      undefined,
      7,
      '',
      'http://',
      'ftp://receiver.example',
      'http://receiver.example',
      `https://a.example/${'x'.repeat(8192)}`,
    ])('refuses %j', async (url) => {
      const before = await queuedEvents(api)
      const { code, data } = (await sendTo(url)).body
      expect([code, data]).toEqual(['BAD_REQUEST', [{ path: 'body.url', message: expect.any(String) }]])
      expect(await queuedEvents(api)).toEqual(before)
    })
  })
})
