import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { generateKeyPairSync } from 'node:crypto'
import { KEY, startModelProvider } from './start-model-provider.ts'
import { useApi } from './use-api.ts'

const api = useApi(async () => ({ EGRESS_ALLOW: '127.0.0.0/16' }))
let provider: Awaited<ReturnType<typeof startModelProvider>>
let count = 0

beforeAll(async () => {
  provider = await startModelProvider()
})
afterAll(() => provider[Symbol.asyncDispose]())

async function make(content: object): Promise<{ credential: string }> {
  const { body } = await api.ask('createLlmCredential', {
    body: { name: `Model ${(count += 1)}`, ...content },
  })
  expect(body.id).toBeDefined()
  return { credential: body.id }
}

const ask = async (id: string, content: object) => api.ask(id, { params: await make(content) })
const at = (path: string, of = 'openai') => ({ provider: of, apiKey: KEY, baseUrl: provider.url + path })

/** A key file that says where tokens are. */
function serviceAccount(): string {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  return JSON.stringify({
    client_email: 'me@a.example',
    private_key: privateKey,
    token_uri: `${provider.url}/token`,
  })
}

const dialects: [string, () => object, string[]][] = [
  ['openai', () => at('/v1'), ['model-a', 'model-b']],
  ['groq', () => at('/v1/', 'groq'), ['model-a', 'model-b']],
  ['anthropic', () => at('/anthropic', 'anthropic'), ['model-a', 'model-b']],
  ['google', () => at('/google', 'google'), ['model-a']],
  ['azure', () => ({ ...at('/azure', 'azure'), azureApiVersion: '2025-01-01' }), ['model-a', 'model-b']],
  [
    'azure by protocol',
    () => ({ ...at('/anthropic', 'azure'), azureApiProtocol: 'anthropic' }),
    ['model-a', 'model-b'],
  ],
  ['openrouter', () => at('/open', 'openrouter'), ['model-a', 'model-b']],
  [
    'amazon-bedrock',
    () => ({
      provider: 'amazon-bedrock',
      baseUrl: `${provider.url}/aws`,
      awsRegion: 'eu-west-1',
      awsAccessKeyId: 'AKIA0123456789',
      awsSecretAccessKey: KEY,
    }),
    ['model-a'],
  ],
  [
    'google-vertex',
    () => ({
      provider: 'google-vertex',
      baseUrl: `${provider.url}/vertex`,
      gcpProject: 'mine',
      gcpLocation: 'europe-west1',
      gcpServiceAccountJson: serviceAccount(),
    }),
    ['model-a'],
  ],
]

describe('a credential of a model that is right', () => {
  test.each(dialects)(
    '%s: is found so by asking the provider, who lists its models',
    async (_, content, models) => {
      const params = await make(content())
      const before = provider.asked.length
      expect((await api.ask('testLlmCredential', { params })).body).toEqual({ ok: true })
      expect(provider.asked.length).toBeGreaterThan(before)
      expect((await api.ask('listLlmModels', { params })).body).toEqual({ models })
    },
  )
})

test('G33: secrets that lie in another row do not open', async () => {
  const [one, other] = [await make(at('/v1')), await make(at('/v1'))]
  await api.backing.query(
    `update credentials set sealed = (select sealed from credentials where id = $1) where id = $2`,
    [one.credential, other.credential],
  )
  expect((await api.ask('testLlmCredential', { params: one })).body).toEqual({ ok: true })
  expect((await api.ask('testLlmCredential', { params: other })).status).toBe(500)
})

describe('a credential of a model that is wrong', () => {
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
      'has a key file that holds no key',
      () => ({
        provider: 'google-vertex',
        gcpProject: 'mine',
        gcpLocation: 'europe-west1',
        gcpServiceAccountJson: '{"client_email":"a","private_key":"sesame"}',
      }),
      'no private key',
    ],
  ])('that %s is told so', async (_, content, says) => {
    const tested = await ask('testLlmCredential', content())
    expect(tested.body).toEqual({ ok: false, error: expect.stringContaining(says) })
    expect(tested.text).not.toContain('sesame')
  })

  test('has no models', async () => {
    const listed = await ask('listLlmModels', at('/other'))
    expect(listed.body).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('list of models'),
    })
  })

  test('does not lead to our own listeners', async () => {
    const { host } = new URL(api.backing.redis.url)
    const tested = await ask('testLlmCredential', { ...at(''), baseUrl: `http://${host}` })
    expect(tested.body).toMatchObject({
      ok: false,
      error: expect.stringContaining('not one that may be asked'),
    })
  })
})
