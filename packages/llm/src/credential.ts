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

/** The options of a render that say the same. */
export const credentialOptions = {
  provider: 'llm_provider',
  apiKey: 'llm_key',
  baseUrl: 'llm_base_url',
  azureResourceName: 'llm_azure_resource_name',
  azureApiVersion: 'llm_azure_api_version',
  azureApiProtocol: 'llm_azure_api_protocol',
  azureUseDeploymentUrls: 'llm_azure_use_deployment_urls',
  awsRegion: 'llm_aws_region',
  awsAccessKeyId: 'llm_aws_access_key_id',
  awsSecretAccessKey: 'llm_aws_secret_access_key',
  awsSessionToken: 'llm_aws_session_token',
  gcpProject: 'llm_gcp_project',
  gcpLocation: 'llm_gcp_location',
  gcpServiceAccountJson: 'llm_gcp_service_account_json',
} as const satisfies Record<keyof LlmCredential, string>

/** The members that decide where secrets are sent: a stored secret is only sent to its own address. */
export const ADDRESS_FIELDS = [
  'baseUrl',
  'azureResourceName',
] as const satisfies readonly (keyof LlmCredential)[]
