import { describe, expect, test } from '@jest/globals'
import { useApi } from '../api/use-api.ts'
import { describeRoute } from './describe-route.ts'
import { useModelProvider } from './use-model-provider.ts'

const api = useApi(async () => ({ EGRESS_ALLOW: '127.0.0.0/16' }))
const { asked, at, make } = useModelProvider(api)
const right = () => make(at('/v1'))

describeRoute(api, 'testLlmCredential', { right }, (ask) => {
  describe('200', () => {
    test('one that is right is found so by asking the provider', async () => {
      const credential = await right()
      const before = asked()
      expect((await ask(credential)).body).toEqual({ ok: true })
      expect(asked()).toBeGreaterThan(before)
    })

    test.each<[what: string, content: () => object, says: string]>([
      [
        'has another key',
        () => ({ ...at('/v1'), apiKey: 'sesame-wrong' }),
        'does not accept the credential (HTTP 401)',
      ],
      [
        'has another key, and models that all may see',
        () => ({ ...at('/open', 'openrouter'), apiKey: 'sesame-wrong' }),
        'does not accept',
      ],
      ['leads to nobody', () => ({ ...at(''), baseUrl: 'http://127.0.1.1:9' }), 'cannot be reached'],
      ['leads to another service', () => at('/nothing'), 'no such provider'],
      ['leads to text', () => at('/text'), 'something else than JSON'],
      ['leads to something else', () => at('/other'), 'list of models'],
      ['leads to one who fails', () => at('/broken'), 'HTTP 500'],
      ['leads elsewhere', () => at('/elsewhere'), 'HTTP 302'],
      ['leads inside', () => ({ ...at(''), baseUrl: 'http://10.0.0.1:8000' }), 'not one that may be asked'],
      [
        'leads to our own listeners',
        () => ({ ...at(''), baseUrl: `http://${new URL(api.backing.redis.url).host}` }),
        'not one that may be asked',
      ],
      [
        'has a key file that holds no key',
        () => ({
          provider: 'google-vertex',
          gcpProject: 'mine',
          gcpLocation: 'europe-west1',
          gcpServiceAccountJson: '{"client_email":"a","private_key":"sesame"}',
        }),
        'no private key',
      ],
    ])('one that %s is told so', async (_, content, says) => {
      const { body, text } = await ask(await make(content()))
      expect(body).toEqual({ ok: false, error: expect.stringContaining(says) })
      expect(text).not.toContain('sesame')
    })
  })

  describe('500', () => {
    test('G33: secrets that lie in another row do not open', async () => {
      const [from, to] = [await right(), await right()]
      await api.backing.query(
        `update credentials set sealed = (select sealed from credentials where id = $1) where id = $2`,
        [from.params.credential, to.params.credential],
      )
      expect((await ask(from)).body).toEqual({ ok: true })
      expect((await ask(to)).status).toBe(500)
    })
  })
})
