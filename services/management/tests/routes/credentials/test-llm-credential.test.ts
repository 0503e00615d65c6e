import { describe, expect, test } from '@jest/globals'
import { useApi } from '../../api/use-api.ts'
import { describeRoute } from '../describe-route.ts'
import { describeCopiedSecrets } from './describe-copied-secrets.ts'
import { useModelProvider } from './use-model-provider.ts'

const api = useApi(async () => ({ EGRESS_ALLOW: '127.0.0.0/16' }))
const { requestCount, at, make } = useModelProvider(api)
const right = () => make(at('/v1'))

describeRoute(api, 'testLlmCredential', { right }, (ask) => {
  describe('200', () => {
    test('accepts a valid credential after a request to the provider', async () => {
      const credential = await right()
      const before = requestCount()
      expect((await ask(credential)).body).toEqual({ ok: true })
      expect(requestCount()).toBeGreaterThan(before)
    })

    test.each([
      ['openai', '"apiKey" is required'],
      ['azure', '"apiKey" is required'],
      ['amazon-bedrock', '"awsRegion" is required'],
      ['google-vertex', '"gcpProject" is required'],
    ])(
      'a credential of %s may be stored by its name alone, and is then refused without a request',
      async (provider, says) => {
        const before = requestCount()
        const { body } = await ask(await make({ provider }))
        expect(body).toEqual({ ok: false, error: expect.stringContaining(says) })
        expect(requestCount()).toBe(before)
      },
    )

    test.each<[what: string, content: () => object, says: string]>([
      [
        'has a wrong key',
        () => ({ ...at('/v1'), apiKey: 'sesame-wrong' }),
        'does not accept the credential (HTTP 401)',
      ],
      [
        'has a wrong key for a provider with a public list of models',
        () => ({ ...at('/open', 'openrouter'), apiKey: 'sesame-wrong' }),
        'does not accept',
      ],
      ['leads to a closed port', () => ({ ...at(''), baseUrl: 'http://127.0.1.1:9' }), 'cannot be reached'],
      ['leads to another service', () => at('/nothing'), 'was not found at this address'],
      ['leads to text', () => at('/text'), 'is not JSON'],
      ['leads to other JSON', () => at('/other'), 'list of models'],
      ['leads to a failing server', () => at('/broken'), 'HTTP 500'],
      ['leads to a redirect', () => at('/elsewhere'), 'HTTP 302'],
      [
        'leads to a private address',
        () => ({ ...at(''), baseUrl: 'https://10.0.0.1:8000' }),
        'is not allowed',
      ],
      [
        'leads to our own listeners',
        () => ({ ...at(''), baseUrl: `http://${new URL(api.backing.redis.url).host}` }),
        'is not allowed',
      ],
      [
        'has a key file without a key',
        () => ({
          provider: 'google-vertex',
          gcpProject: 'mine',
          gcpLocation: 'europe-west1',
          gcpServiceAccountJson: '{"client_email":"a","private_key":"sesame"}',
        }),
        'no private key',
      ],
    ])('C18, C19: explains why a credential that %s is not usable', async (_, content, says) => {
      const { body, text } = await ask(await make(content()))
      expect(body).toEqual({ ok: false, error: expect.stringContaining(says) })
      expect(text).not.toContain('sesame')
    })
  })

  describeCopiedSecrets(api, ask, right)
})
