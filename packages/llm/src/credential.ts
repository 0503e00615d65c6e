/** A credential for a provider, and where it is used; which members are required depends on the provider. */
export interface LlmCredential {
  provider: string
  apiKey?: string
  /** Base URL of the API in place of the provider's own, with its version. */
  baseUrl?: string
  azureResourceName?: string
  azureApiVersion?: string
  azureApiProtocol?: 'openai' | 'anthropic'
  azureUseDeploymentUrls?: boolean
  awsRegion?: string
  awsAccessKeyId?: string
  awsSecretAccessKey?: string
  awsSessionToken?: string
  gcpProject?: string
  gcpLocation?: string
  /** The key file, as text. */
  gcpServiceAccountJson?: string
}

/** The members that are secret. */
export const SECRET_FIELDS = [
  'apiKey',
  'awsAccessKeyId',
  'awsSecretAccessKey',
  'awsSessionToken',
  'gcpServiceAccountJson',
] as const satisfies readonly (keyof LlmCredential)[]
