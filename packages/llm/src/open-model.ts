// Opening a model with the library of its provider. Every setting is given, so that a library reads none of the environment.
import type { LanguageModel } from 'ai'
import { authoriseByGoogle } from './authorise-by-google.ts'
import type { Ask } from './ask.ts'
import type { LlmCredential } from './credential.ts'

/** A model of a library. A bare name, which the SDK would send to a gateway service, is none. */
export type Model = Exclude<LanguageModel, string>

interface OpenRequest {
  credential: LlmCredential
  model: string
  /** Base URL of the API. */
  baseURL: string
  /** Sends the requests of the library. */
  fetch: typeof fetch
  /** Sends requests of our own. */
  ask: Ask
}

export type OpenModel = (request: OpenRequest) => Promise<Model>

/** What most libraries have in common. */
export type Library = (
  settings: Pick<OpenRequest, 'baseURL' | 'fetch'> & { apiKey: string },
) => (model: string) => Model

/** Opens models by an API key. */
export function openBy(load: () => Promise<Library>): OpenModel {
  return async ({ credential: { apiKey = '' }, baseURL, fetch, model }) =>
    (await load())({ apiKey, baseURL, fetch })(model)
}

export const openAzureModel: OpenModel = async (request) => {
  const { credential, baseURL, fetch, model } = request
  const { apiKey = '', azureApiProtocol, azureApiVersion, azureUseDeploymentUrls } = credential
  if (azureApiProtocol === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return createAnthropic({ apiKey, baseURL, fetch })(model)
  }
  const { createAzure } = await import('@ai-sdk/azure')
  return createAzure({
    apiKey,
    baseURL,
    fetch,
    ...(azureApiVersion !== undefined && { apiVersion: azureApiVersion }),
    ...(azureUseDeploymentUrls && { useDeploymentBasedUrls: true }),
  }).chat(model)
}

export const openBedrockModel: OpenModel = async ({ credential, baseURL, fetch, model }) => {
  const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock')
  const { awsRegion, awsAccessKeyId = '', awsSecretAccessKey = '', awsSessionToken } = credential
  return createAmazonBedrock({
    region: awsRegion,
    accessKeyId: awsAccessKeyId,
    secretAccessKey: awsSecretAccessKey,
    sessionToken: awsSessionToken,
    // Not undefined, or the library takes one of the environment.
    apiKey: '',
    baseURL,
    fetch,
  })(model)
}

export const openVertexModel: OpenModel = async ({ credential, baseURL, fetch, ask, model }) => {
  const { createGoogleVertex } = await import('@ai-sdk/google-vertex/edge')
  const { gcpProject, gcpLocation } = credential
  // The library gets its tokens from one fixed address by a fetch of its own. With an API key it gets none.
  const authorisedFetch: typeof fetch = async (url, init) => {
    const headers = new Headers(init?.headers)
    headers.delete('x-goog-api-key')
    const authorised = await authoriseByGoogle(credential, new URL(baseURL), ask)
    for (const [name, value] of Object.entries(authorised)) headers.set(name, value)
    return fetch(url, { ...init, headers })
  }
  return createGoogleVertex({
    apiKey: 'unused',
    baseURL: `${baseURL}/projects/${gcpProject}/locations/${gcpLocation}/publishers/google`,
    fetch: authorisedFetch,
  })(model)
}
