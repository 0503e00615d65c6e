import { describe, expect, test } from '@jest/globals'
import { generateKeyPairSync } from 'node:crypto'
import { KEY } from '../../api/start-model-provider.ts'
import { useApi } from '../../api/use-api.ts'
import { describeRoute } from '../describe-route.ts'
import { useModelProvider } from './use-model-provider.ts'

const api = useApi(async () => ({ EGRESS_ALLOW: '127.0.0.0/16' }))
const { url, at, make } = useModelProvider(api)

/** Returns a key file with the address of the token endpoint. */
function serviceAccount(): string {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  return JSON.stringify({
    client_email: 'me@a.example',
    private_key: privateKey,
    token_uri: `${url()}/token`,
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
      baseUrl: `${url()}/aws`,
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
      baseUrl: `${url()}/vertex`,
      gcpProject: 'mine',
      gcpLocation: 'europe-west1',
      gcpServiceAccountJson: serviceAccount(),
    }),
    ['model-a'],
  ],
]

describe.each(['listLlmModels', 'listLlmModelsByPost'])('%s', (id) => {
  describeRoute(api, id, { right: () => make(at('/v1')) }, (ask) => {
    describe('200', () => {
      test.each(dialects)('%s: returns the models of a valid credential', async (_, content, models) => {
        const credential = await make(content())
        expect((await api.ask('testLlmCredential', credential)).body).toEqual({ ok: true })
        expect((await ask(credential)).body).toEqual({ models })
      })
    })

    describe('409', () => {
      test('explains what is wrong with the answer of the provider', async () => {
        expect((await ask(await make(at('/other')))).body).toMatchObject({
          code: 'CONFLICT',
          message: expect.stringContaining('list of models'),
        })
      })
    })
  })
})

test('is not audited, with POST either', async () => {
  await api.ask('listLlmModelsByPost', { ...(await make(at('/v1'))), body: {} })
  const entries = JSON.stringify(await api.backing.query('select * from audit_entries'))
  expect(entries).toContain('createLlmCredential')
  expect(entries).not.toContain('listLlmModels')
})
