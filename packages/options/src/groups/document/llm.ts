import { flag, int, jsonSchema, needing, number, oneOf, text } from '../../kinds/index.ts'

const SECRET = { maxBytes: 4096, secret: 'worker', isCredential: true } as const
const NAME = { maxBytes: 256 }
/** One part of a host name. */
const LABEL = {
  maxBytes: 63,
  pattern: '[A-Za-z0-9-]+',
  expects: 'letters, digits and hyphens',
  examples: ['my-name'],
}
const SIDE = { unit: 'px', minimum: 16, maximum: 4096, default: 512 }

/** Options for asking a language model about the page. */
export const llm = {
  use_llm: flag('Ask a language model about the page.'),
  ...needing(['use_llm'], {
    llm_prompt: text('Prompt for the model.', { maxBytes: 65_536, isPrivate: true }),
    llm_system_prompt: text('System prompt for the model.', { maxBytes: 65_536, isPrivate: true }),
    llm_key: text('API key of the provider.', SECRET),
    llm_provider: oneOf('Provider of the model.', [
      'anthropic',
      'openai',
      'google',
      'azure',
      'mistral',
      'cohere',
      'amazon-bedrock',
      'google-vertex',
      'groq',
      'xai',
      'deepseek',
      'perplexity',
      'togetherai',
      'fireworks',
      'cerebras',
      'openrouter',
    ]),
    llm_model: text('Name of the model, as the provider has it.', {
      ...NAME,
      pattern: String.raw`(?!.*\.\.)[A-Za-z0-9@][A-Za-z0-9._:@/+~=-]*`,
      expects: 'the name of a model: letters, digits and ._:@/+~=-, without ..',
      examples: ['gpt-5-mini', 'meta-llama/Llama-4-Scout'],
    }),
    llm_temperature: number('Sampling temperature of the model. Default: 0 where the model accepts it.', {
      minimum: 0,
      maximum: 2,
    }),
    llm_max_tokens: int('Maximum length of the answer.', {
      unit: 'tokens',
      minimum: 1,
      maximum: 1_000_000,
      default: 1000,
    }),
    llm_height: int('Height of the image that the model gets.', SIDE),
    llm_width: int('Width of the image that the model gets.', SIDE),
    llm_output: oneOf('Form of the answer. Default: an object with llm_schema, else free text.', [
      'object',
      'array',
      'enum',
    ]),
    llm_schema: jsonSchema('JSON Schema of the answer, or the values of an enum.', { maxBytes: 65_536 }),
    llm_full_response: flag('Return the complete response of the provider.'),
    llm_base_url: text("Base URL of the provider's API with its version, in place of its own.", {
      maxBytes: 8192,
      isPrivate: true,
      address: 'api',
    }),
    llm_azure_resource_name: text('Azure resource name.', LABEL),
    llm_azure_api_version: text('Azure API version.', {
      ...LABEL,
      examples: ['2025-04-01-preview'],
    }),
    llm_azure_use_deployment_urls: flag('Use deployment-based URLs of Azure.'),
    llm_azure_api_protocol: oneOf('API protocol of Azure.', ['openai', 'anthropic'], {
      default: 'openai',
    }),
    llm_aws_region: text('AWS region of Bedrock.', {
      ...LABEL,
      examples: ['eu-central-1'],
      default: 'us-east-1',
    }),
    llm_aws_access_key_id: text('AWS access key ID for Bedrock.', SECRET),
    llm_aws_secret_access_key: text('AWS secret access key for Bedrock.', SECRET),
    llm_aws_session_token: text('AWS session token for Bedrock.', SECRET),
    llm_gcp_project: text('Google Cloud project for Vertex AI.', {
      maxBytes: 128,
      pattern: '[A-Za-z0-9][A-Za-z0-9:.-]*',
      expects: 'the id of a project',
      examples: ['my-project'],
    }),
    llm_gcp_location: text('Google Cloud region for Vertex AI.', {
      ...LABEL,
      examples: ['europe-west4'],
      default: 'us-central1',
    }),
    llm_gcp_service_account_json: text('Service account key file for Vertex AI, as JSON text.', {
      ...SECRET,
      maxBytes: 16_384,
    }),
    llm_md_mode: oneOf('How much of the page text the model gets.', ['Compact', 'Extractive', 'Full'], {
      default: 'Compact',
    }),
    llm_md_budget: int('Maximum length of the page text that the model gets.', {
      unit: 'tokens',
      minimum: 100,
      maximum: 1_000_000,
      default: 8000,
    }),
    llm_md_tables: oneOf('How much of tables the model gets.', ['Drop', 'Full', 'Summary'], {
      default: 'Full',
    }),
  }),
}
