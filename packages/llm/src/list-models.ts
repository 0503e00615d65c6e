import type { HttpClient } from '@render/net'
import { createAsk, ProviderError } from './ask.ts'
import type { LlmCredential } from './credential.ts'
import { baseOf, providers } from './providers.ts'

type Http = Pick<HttpClient, 'request'>

/** Returns the names of the models that a credential gives access to, or an error message. */
export async function listModels(
  credential: LlmCredential,
  http: Http,
): Promise<{ models: string[] } | { error: string }> {
  return orError(async () => {
    const answer = await askProvider(credential, http, providers[credential.provider]!.models(credential))
    return { models: namesIn(answer) }
  })
}

/** Returns why a provider does not accept a credential; undefined when it does. */
export async function testCredential(credential: LlmCredential, http: Http): Promise<string | undefined> {
  const { check } = providers[credential.provider]!
  const answer = await (check === undefined
    ? listModels(credential, http)
    : orError(async () => ({ checked: await askProvider(credential, http, check) })))
  return 'error' in answer ? answer.error : undefined
}

async function orError<T>(work: () => Promise<T>): Promise<T | { error: string }> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProviderError) return { error: error.message }
    throw error
  }
}

async function askProvider(credential: LlmCredential, http: Http, path: string): Promise<unknown> {
  const { listBase, authorise } = providers[credential.provider]!
  const base = credential.baseUrl === undefined && listBase ? listBase(credential) : baseOf(credential)
  const url = new URL(base + path)
  const ask = createAsk(http)
  return ask(url, { headers: { accept: 'application/json', ...(await authorise(credential, url, ask)) } })
}

/** Members in which providers return their models, and in which each model has its name. */
const LISTS = ['data', 'models', 'modelSummaries', 'publisherModels']
const NAMES = ['id', 'modelId', 'name']

/** @throws {ProviderError} when the response is not a list of models. */
function namesIn(answer: unknown): string[] {
  const list = Array.isArray(answer) ? answer : firstOf(answer, LISTS)
  if (!Array.isArray(list)) throw new ProviderError('The response of the provider is not a list of models.')
  const names = list.map((model) => firstOf(model, NAMES)).filter((name) => typeof name === 'string')
  // Google prefixes names with a path, which is not part of the name.
  return [...new Set(names.map((name) => name.replace(/^(publishers\/google\/)?models\//, '')))].toSorted()
}

function firstOf(value: unknown, names: string[]): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  const members = value as Record<string, unknown>
  return members[names.find((name) => members[name] !== undefined) ?? '']
}
