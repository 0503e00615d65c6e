import { useApi } from '../../api/use-api.ts'
import { ALLOWED_HOST, describeCredentials, SECRET } from './describe-credentials.ts'

describeCredentials(
  useApi(async () => ({ EGRESS_ALLOW: ALLOWED_HOST })),
  {
    kind: 'llm',
    noun: 'LlmCredential',
    list: 'llmCredentials',
    prefix: /^llm_/,
    content: { provider: 'anthropic', apiKey: SECRET, model: 'a-model', maxTokens: 100 },
    masked: { apiKey: '…cdef', awsSecretAccessKey: null, temperature: null, schema: null },
    secrets: ['apiKey'],
    setting: 'model',
    address: 'baseUrl',
    unset: ['prompt', 'systemPrompt', 'baseUrl', 'output', 'awsRegion', 'azureApiProtocol', 'gcpProject'],
    assigned: 'llmCredentialId',
    needs: [],
    wrong: [
      ['baseUrl', 'http://elsewhere.example'],
      ['baseUrl', 'file:///etc/passwd'],
      ['baseUrl', 'https://me:sesame@models.example'],
      ['azureResourceName', 'evil.example/'],
      ['awsRegion', 'x.evil.example#'],
      ['gcpLocation', 'a@evil.example'],
      ['maxTokens', 0],
      ['maxTokens', '5'],
      ['temperature', 2.1],
      ['output', 'text'],
      ['prompt', 'é'.repeat(40_000)],
      ['schema', { description: 'x'.repeat(65_536) }],
      ['gcpServiceAccountJson', '{}'],
      ['apiKey', ''],
      ['apiKey', 'x'.repeat(4097)],
      ['provider', 'me'],
      ['name', ' '],
    ],
  },
  {
    create: ['createLlmCredential', 'createLlmCredentialOfCaller'],
    list: ['listLlmCredentials', 'listLlmCredentialsOfCaller'],
  },
)
