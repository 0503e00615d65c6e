import { authoriseByGoogle } from './authorise-by-google.ts'
import type { Ask } from './ask.ts'
import type { LlmCredential } from './credential.ts'
import { signForAws } from './sign-for-aws.ts'

/** Returns the headers that authorise a request. */
type Authorise = (
  credential: LlmCredential,
  url: URL,
  ask: Ask,
) => Record<string, string> | Promise<Record<string, string>>

interface Provider {
  /** Base URL of the API; the credential's `baseUrl` replaces it. */
  base: (credential: LlmCredential) => string
  /** Path that lists the models. */
  models: (credential: LlmCredential) => string
  /** Optional; path that requires a valid key, set when the list of models is public. */
  check?: string
  authorise: Authorise
}

const bearer: Authorise = ({ apiKey = '' }) => ({ authorization: `Bearer ${apiKey}` })
const anthropic: Authorise = ({ apiKey = '' }) => ({ 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' })

/** Describes a provider with an API like OpenAI's. */
function openAiLike(base: string, differing: Partial<Provider> = {}): Provider {
  return { base: () => base, models: () => '/models', authorise: bearer, ...differing }
}

const AZURE_VERSION = '2024-10-21'

export const providers: Record<string, Provider> = {
  openai: openAiLike('https://api.openai.com/v1'),
  anthropic: openAiLike('https://api.anthropic.com/v1', {
    models: () => '/models?limit=1000',
    authorise: anthropic,
  }),
  google: openAiLike('https://generativelanguage.googleapis.com/v1beta', {
    models: () => '/models?pageSize=1000',
    authorise: ({ apiKey = '' }) => ({ 'x-goog-api-key': apiKey }),
  }),
  azure: {
    base: ({ azureResourceName }) => `https://${azureResourceName}.openai.azure.com/openai`,
    models: ({ azureApiVersion = AZURE_VERSION }) => `/models?api-version=${azureApiVersion}`,
    // A resource has one key for all protocols; without a base URL, models are listed by OpenAI's protocol.
    authorise: (credential, ...rest) =>
      credential.baseUrl !== undefined && credential.azureApiProtocol === 'anthropic'
        ? anthropic(credential, ...rest)
        : { 'api-key': credential.apiKey ?? '' },
  },
  mistral: openAiLike('https://api.mistral.ai/v1'),
  cohere: openAiLike('https://api.cohere.com/v1', { models: () => '/models?page_size=1000' }),
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
  groq: openAiLike('https://api.groq.com/openai/v1'),
  xai: openAiLike('https://api.x.ai/v1'),
  deepseek: openAiLike('https://api.deepseek.com'),
  perplexity: openAiLike('https://api.perplexity.ai', { models: () => '/router/v1/models' }),
  togetherai: openAiLike('https://api.together.xyz/v1'),
  fireworks: openAiLike('https://api.fireworks.ai/inference/v1'),
  cerebras: openAiLike('https://api.cerebras.ai/v1'),
  openrouter: openAiLike('https://openrouter.ai/api/v1', { check: '/key' }),
}
