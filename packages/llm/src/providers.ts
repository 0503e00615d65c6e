import { authoriseByGoogle } from './authorise-by-google.ts'
import type { Ask } from './ask.ts'
import type { LlmCredential } from './credential.ts'
import { signForAws } from './sign-for-aws.ts'

/** Headers by which a provider knows who asks it for something. */
type Authorise = (
  credential: LlmCredential,
  url: URL,
  ask: Ask,
) => Record<string, string> | Promise<Record<string, string>>

interface Provider {
  /** Address of its API, where the credential names no other. */
  base: (credential: LlmCredential) => string
  /** What lists its models, below that. */
  models: (credential: LlmCredential) => string
  /** What only the right key opens, where anybody may list the models. */
  check?: string
  authorise: Authorise
}

const bearer: Authorise = ({ apiKey = '' }) => ({ authorization: `Bearer ${apiKey}` })
const anthropic: Authorise = ({ apiKey = '' }) => ({ 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' })

/** Like OpenAI, as most are. */
function alike(base: string, differing: Partial<Provider> = {}): Provider {
  return { base: () => base, models: () => '/models', authorise: bearer, ...differing }
}

const AZURE_VERSION = '2024-10-21'

export const providers: Record<string, Provider> = {
  openai: alike('https://api.openai.com/v1'),
  anthropic: alike('https://api.anthropic.com/v1', {
    models: () => '/models?limit=1000',
    authorise: anthropic,
  }),
  google: alike('https://generativelanguage.googleapis.com/v1beta', {
    models: () => '/models?pageSize=1000',
    authorise: ({ apiKey = '' }) => ({ 'x-goog-api-key': apiKey }),
  }),
  azure: {
    base: ({ azureResourceName }) => `https://${azureResourceName}.openai.azure.com/openai`,
    models: ({ azureApiVersion = AZURE_VERSION }) => `/models?api-version=${azureApiVersion}`,
    // A resource has one key for all protocols, and lists its models by OpenAI's.
    authorise: (credential, ...rest) =>
      credential.baseUrl !== undefined && credential.azureApiProtocol === 'anthropic'
        ? anthropic(credential, ...rest)
        : { 'api-key': credential.apiKey ?? '' },
  },
  mistral: alike('https://api.mistral.ai/v1'),
  cohere: alike('https://api.cohere.com/v1', { models: () => '/models?page_size=1000' }),
  'amazon-bedrock': {
    base: ({ awsRegion }) => `https://bedrock.${awsRegion}.amazonaws.com`,
    models: () => '/foundation-models',
    authorise: (credential, url) => signForAws(credential, url),
  },
  'google-vertex': {
    base: ({ gcpLocation }) =>
      `https://${gcpLocation === 'global' ? '' : `${gcpLocation}-`}aiplatform.googleapis.com/v1beta1`,
    models: () => '/publishers/google/models?pageSize=1000',
    authorise: authoriseByGoogle,
  },
  groq: alike('https://api.groq.com/openai/v1'),
  xai: alike('https://api.x.ai/v1'),
  deepseek: alike('https://api.deepseek.com'),
  perplexity: alike('https://api.perplexity.ai', { models: () => '/router/v1/models' }),
  togetherai: alike('https://api.together.xyz/v1'),
  fireworks: alike('https://api.fireworks.ai/inference/v1'),
  cerebras: alike('https://api.cerebras.ai/v1'),
  openrouter: alike('https://openrouter.ai/api/v1', { check: '/key' }),
}
