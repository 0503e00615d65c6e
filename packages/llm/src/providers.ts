import { authoriseByGoogle } from './authorise-by-google.ts'
import type { Ask } from './ask.ts'
import type { LlmCredential } from './credential.ts'
import {
  openBy,
  openAzureModel,
  openBedrockModel,
  openVertexModel,
  type Library,
  type OpenModel,
} from './open-model.ts'
import { signForAws } from './sign-for-aws.ts'

/** Returns the headers that authorise a request. */
type Authorise = (
  credential: LlmCredential,
  url: URL,
  ask: Ask,
) => Record<string, string> | Promise<Record<string, string>>

interface Provider {
  /** Groups of fields that it requires; one field of each group is enough. */
  required: readonly (readonly (keyof LlmCredential)[])[]
  /** Base URL of the API; the credential's `baseUrl` replaces it. */
  base: (credential: LlmCredential) => string
  /** Base URL for the list of models, when it is another. */
  listBase?: (credential: LlmCredential) => string
  /** Path that lists the models. */
  models: (credential: LlmCredential) => string
  /** Optional; path that requires a valid key, set when the list of models is public. */
  check?: string
  authorise: Authorise
  open: OpenModel
}

const bearer: Authorise = ({ apiKey = '' }) => ({ authorization: `Bearer ${apiKey}` })
const anthropic: Authorise = ({ apiKey = '' }) => ({ 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' })

/** Describes a provider with an API like OpenAI's. */
function openAiLike(base: string, load: () => Promise<Library>, differing: Partial<Provider> = {}): Provider {
  return {
    required: [['apiKey']],
    base: () => base,
    models: () => '/models',
    authorise: bearer,
    open: openBy(load),
    ...differing,
  }
}

const AZURE_VERSION = '2024-10-21'

/** All providers. Their libraries are loaded when a model is opened. */
export const providers: Record<string, Provider> = {
  // The chat API: servers with an API like OpenAI's have no other, and it does not store what it is sent.
  openai: openAiLike('https://api.openai.com/v1', async () => {
    const { createOpenAI } = await import('@ai-sdk/openai')
    return (settings) => (model) => createOpenAI(settings).chat(model)
  }),
  anthropic: openAiLike(
    'https://api.anthropic.com/v1',
    async () => (await import('@ai-sdk/anthropic')).createAnthropic,
    { models: () => '/models?limit=1000', authorise: anthropic },
  ),
  google: openAiLike(
    'https://generativelanguage.googleapis.com/v1beta',
    async () => (await import('@ai-sdk/google')).createGoogle,
    {
      models: () => '/models?pageSize=1000',
      authorise: ({ apiKey = '' }) => ({ 'x-goog-api-key': apiKey }),
    },
  ),
  azure: {
    required: [['apiKey'], ['azureResourceName', 'baseUrl']],
    base: ({ azureResourceName, azureApiProtocol }) =>
      azureApiProtocol === 'anthropic'
        ? `https://${azureResourceName}.services.ai.azure.com/anthropic/v1`
        : `https://${azureResourceName}.openai.azure.com/openai`,
    // A resource has one key for all protocols; without a base URL, models are listed by OpenAI's protocol.
    listBase: ({ azureResourceName }) => `https://${azureResourceName}.openai.azure.com/openai`,
    models: ({ azureApiVersion = AZURE_VERSION }) => `/models?api-version=${azureApiVersion}`,
    authorise: (credential, ...rest) =>
      credential.baseUrl !== undefined && credential.azureApiProtocol === 'anthropic'
        ? anthropic(credential, ...rest)
        : { 'api-key': credential.apiKey ?? '' },
    open: openAzureModel,
  },
  mistral: openAiLike(
    'https://api.mistral.ai/v1',
    async () => (await import('@ai-sdk/mistral')).createMistral,
  ),
  cohere: openAiLike('https://api.cohere.com/v2', async () => (await import('@ai-sdk/cohere')).createCohere, {
    listBase: () => 'https://api.cohere.com/v1',
    models: () => '/models?page_size=1000',
  }),
  'amazon-bedrock': {
    required: [['awsRegion'], ['awsAccessKeyId'], ['awsSecretAccessKey']],
    base: ({ awsRegion }) => `https://bedrock-runtime.${awsRegion}.amazonaws.com`,
    listBase: ({ awsRegion }) => `https://bedrock.${awsRegion}.amazonaws.com`,
    models: () => '/foundation-models',
    authorise: (credential, url) => signForAws(credential, url),
    open: openBedrockModel,
  },
  'google-vertex': {
    required: [['gcpProject'], ['gcpLocation'], ['gcpServiceAccountJson']],
    base: ({ gcpLocation }) =>
      `https://${gcpLocation === 'global' ? '' : `${gcpLocation}-`}aiplatform.googleapis.com/v1beta1`,
    models: () => '/publishers/google/models?pageSize=1000',
    authorise: authoriseByGoogle,
    open: openVertexModel,
  },
  groq: openAiLike('https://api.groq.com/openai/v1', async () => (await import('@ai-sdk/groq')).createGroq),
  xai: openAiLike('https://api.x.ai/v1', async () => (await import('@ai-sdk/xai')).createXai),
  deepseek: openAiLike(
    'https://api.deepseek.com',
    async () => (await import('@ai-sdk/deepseek')).createDeepSeek,
  ),
  perplexity: openAiLike(
    'https://api.perplexity.ai',
    async () => (await import('@ai-sdk/perplexity')).createPerplexity,
    { models: () => '/router/v1/models' },
  ),
  togetherai: openAiLike(
    'https://api.together.xyz/v1',
    async () => (await import('@ai-sdk/togetherai')).createTogetherAI,
  ),
  fireworks: openAiLike(
    'https://api.fireworks.ai/inference/v1',
    async () => (await import('@ai-sdk/fireworks')).createFireworks,
  ),
  cerebras: openAiLike(
    'https://api.cerebras.ai/v1',
    async () => (await import('@ai-sdk/cerebras')).createCerebras,
  ),
  openrouter: openAiLike(
    'https://openrouter.ai/api/v1',
    async () => (await import('@openrouter/ai-sdk-provider')).createOpenRouter,
    { check: '/key' },
  ),
}

/** Returns the address below which all requests with a credential go, without a slash at its end. */
export function baseOf(credential: LlmCredential): string {
  const { baseUrl, provider } = credential
  return (baseUrl ?? providers[provider]!.base(credential)).replace(/\/+$/, '')
}

/** Returns the groups of fields that a provider requires; one field of each group is enough. */
export function requiredFields(provider: string): Provider['required'] {
  return providers[provider]!.required
}
