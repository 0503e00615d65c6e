import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { generateKeyPairSync } from 'node:crypto'
import { askModel } from '@render/llm'
import { providers } from '../src/providers.ts'
import { question } from './setup.ts'

const KEY = 'sentinel-key-of-models'
const OF_ENVIRONMENT = 'sentinel-of-the-environment'
/** The variables from which the libraries take what they are not given. */
const KEYS = `OPENAI ANTHROPIC AZURE MISTRAL COHERE GROQ XAI DEEPSEEK PERPLEXITY TOGETHER TOGETHER_AI FIREWORKS CEREBRAS
  OPENROUTER GOOGLE_GENERATIVE_AI GOOGLE_VERTEX`
const SETTINGS = `AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN AWS_BEARER_TOKEN_BEDROCK AWS_REGION
  AZURE_RESOURCE_NAME GOOGLE_CLIENT_EMAIL GOOGLE_PRIVATE_KEY GOOGLE_VERTEX_PROJECT GOOGLE_VERTEX_LOCATION`
const ADDRESSES = `OPENAI_BASE_URL ANTHROPIC_BASE_URL AWS_ENDPOINT_URL AWS_ENDPOINT_URL_BEDROCK_RUNTIME`
const VARIABLES = [...KEYS.split(/\s+/).map((name) => `${name}_API_KEY`), ...SETTINGS.split(/\s+/)]
const environment: Record<string, string> = {
  ...Object.fromEntries(VARIABLES.map((name) => [name, OF_ENVIRONMENT])),
  ...Object.fromEntries(ADDRESSES.split(' ').map((name) => [name, `https://${OF_ENVIRONMENT}.example`])),
}
const before = { ...process.env }
beforeAll(() => void Object.assign(process.env, environment))
afterAll(() => {
  for (const name of Object.keys(environment)) delete process.env[name]
  Object.assign(process.env, before)
})

const seen: { url: URL; headers: Record<string, string>; body: unknown }[] = []
beforeEach(() => void (seen.length = 0))
const http = {
  // oxlint-disable-next-line typescript/no-explicit-any
  request: async (url: URL, { headers, body }: any) => {
    seen.push({ url, headers, body })
    return url.pathname === '/token'
      ? { status: 200, headers: {}, body: Buffer.from('{"access_token":"a"}') }
      : { failure: 'timeout' as const }
  },
}

const gcpServiceAccountJson = JSON.stringify({
  client_email: 'me@mine.example',
  private_key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
    format: 'pem',
    type: 'pkcs8',
  }),
})
const aws = { awsRegion: 'eu-west-1', awsAccessKeyId: 'AKIA1', awsSecretAccessKey: KEY }
const google = { gcpProject: 'mine', gcpServiceAccountJson }
const azure = { azureResourceName: 'mine', apiKey: KEY }
const VERTEX = 'aiplatform.googleapis.com/v1beta1/projects/mine/locations'
const GEMINI = 'publishers/google/models/a-model:generateContent'

const rows: [provider: string, address: string, credential?: object][] = [
  ['openai', 'api.openai.com/v1/chat/completions'],
  ['anthropic', 'api.anthropic.com/v1/messages'],
  ['google', 'generativelanguage.googleapis.com/v1beta/models/a-model:generateContent'],
  ['azure', 'mine.openai.azure.com/openai/v1/chat/completions?api-version=v1', azure],
  [
    'azure',
    'mine.openai.azure.com/openai/v1/chat/completions?api-version=preview',
    { ...azure, azureApiVersion: 'preview' },
  ],
  [
    'azure',
    'mine.openai.azure.com/openai/deployments/a-model/chat/completions?api-version=2024-10-21',
    { ...azure, azureApiVersion: '2024-10-21', azureUseDeploymentUrls: true },
  ],
  ['azure', 'mine.services.ai.azure.com/anthropic/v1/messages', { ...azure, azureApiProtocol: 'anthropic' }],
  ['mistral', 'api.mistral.ai/v1/chat/completions'],
  ['cohere', 'api.cohere.com/v2/chat'],
  ['amazon-bedrock', 'bedrock-runtime.eu-west-1.amazonaws.com/model/a-model/converse', aws],
  [
    'google-vertex',
    `europe-west4-${VERTEX}/europe-west4/${GEMINI}`,
    { ...google, gcpLocation: 'europe-west4' },
  ],
  ['google-vertex', `${VERTEX}/global/${GEMINI}`, { ...google, gcpLocation: 'global' }],
  ['groq', 'api.groq.com/openai/v1/chat/completions'],
  ['xai', 'api.x.ai/v1/responses'],
  ['deepseek', 'api.deepseek.com/chat/completions'],
  ['perplexity', 'api.perplexity.ai/chat/completions'],
  ['togetherai', 'api.together.xyz/v1/chat/completions'],
  ['fireworks', 'api.fireworks.ai/inference/v1/chat/completions'],
  ['cerebras', 'api.cerebras.ai/v1/chat/completions'],
  ['openrouter', 'openrouter.ai/api/v1/chat/completions'],
]

test.each(rows)('%s is asked at %s', async (provider, address, credential = { apiKey: KEY }) => {
  const asked = { ...question, credential: { provider, ...credential } }
  const result = await askModel(asked, { http, signal: new AbortController().signal, timeoutMs: 60_000 })
  expect(result).toEqual({ error: 'The provider did not answer in time.', warnings: [] })
  expect(seen.at(-1)!.url.href).toBe(`https://${address}`)
  expect(seen.slice(0, -1).map(({ url }) => url.href)).toEqual(
    provider === 'google-vertex' ? ['https://oauth2.googleapis.com/token'] : [],
  )
  expect(JSON.stringify(seen)).not.toContain(OF_ENVIRONMENT)
})

test('these are all providers', () => {
  expect(new Set(rows.map(([provider]) => provider))).toEqual(new Set(Object.keys(providers)))
})
