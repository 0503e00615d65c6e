import { flag, int, jsonSchema, number, oneOf, text } from '../kinds/index.ts'

const SECRET = { maxBytes: 4096, secret: 'worker' } as const
const NAME = { maxBytes: 256 }
const SIDE = { unit: 'px', minimum: 16, maximum: 4096, default: 512 }

/** What a language model is asked about the page. */
export const llm = {
  use_llm: flag('Ask a language model about the page.'),
  llm_prompt: text('What the model is asked.', { maxBytes: 65_536 }),
  llm_system_prompt: text('What the model is told about its task.', { maxBytes: 65_536 }),
  llm_key: text('API key of the provider.', SECRET),
  llm_provider: oneOf('Who runs the model.', [
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
  llm_model: text('Name of the model.', NAME),
  llm_temperature: number('How freely the model answers.', { minimum: 0, maximum: 2, default: 0 }),
  llm_max_tokens: int('Length of the answer at most.', {
    unit: 'tokens',
    minimum: 1,
    maximum: 1_000_000,
    default: 1000,
  }),
  llm_height: int('Height of the picture that the model is shown.', SIDE),
  llm_width: int('Width of the picture that the model is shown.', SIDE),
  llm_output: oneOf('Form of the answer; free text when absent, an object when there is a schema.', [
    'object',
    'array',
    'enum',
  ]),
  llm_schema: jsonSchema('Schema of the answer, or the words it is one of.', { maxBytes: 65_536 }),
  llm_full_response: flag('Return the whole answer of the provider.'),
  llm_base_url: text('Other address to ask, of those that the operator allows.', { maxBytes: 8192 }),
  llm_azure_resource_name: text('Resource of Azure.', NAME),
  llm_azure_api_version: text('Version of the API of Azure.', NAME),
  llm_azure_use_deployment_urls: flag('Use the older addresses of Azure.'),
  llm_azure_api_protocol: oneOf('Protocol spoken with Azure.', ['openai', 'anthropic'], {
    default: 'openai',
  }),
  llm_aws_region: text('Region of Bedrock.', { ...NAME, default: 'us-east-1' }),
  llm_aws_access_key_id: text('Access key of Bedrock.', SECRET),
  llm_aws_secret_access_key: text('Secret key of Bedrock.', SECRET),
  llm_aws_session_token: text('Session token of Bedrock.', SECRET),
  llm_gcp_project: text('Project of Vertex.', NAME),
  llm_gcp_location: text('Region of Vertex.', { ...NAME, default: 'us-central1' }),
  llm_gcp_service_account_json: text('Key file of Vertex, as text.', { maxBytes: 16_384, secret: 'worker' }),
  llm_md_mode: oneOf('How much of the text of the page the model reads.', ['Compact', 'Extractive', 'Full'], {
    default: 'Compact',
  }),
  llm_md_budget: int('Length of the text that the model reads at most.', {
    unit: 'tokens',
    minimum: 100,
    maximum: 1_000_000,
    default: 8000,
  }),
  llm_md_tables: oneOf('What the model reads of tables.', ['Drop', 'Full', 'Summary'], { default: 'Full' }),
}
