/** What opens a provider; which of the members it needs depends on the provider. */
export interface LlmCredential {
  provider: string
  apiKey?: string
  /** Other address of the provider's API, with its version. */
  baseUrl?: string
  azureResourceName?: string
  azureApiVersion?: string
  azureApiProtocol?: 'openai' | 'anthropic'
  awsRegion?: string
  awsAccessKeyId?: string
  awsSecretAccessKey?: string
  awsSessionToken?: string
  gcpProject?: string
  gcpLocation?: string
  /** The key file, as text. */
  gcpServiceAccountJson?: string
}
