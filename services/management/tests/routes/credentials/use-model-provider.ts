import { afterAll, beforeAll } from '@jest/globals'
import { KEY, startModelProvider } from '../../api/start-model-provider.ts'
import type { Api } from '../../api/use-api.ts'

/** Starts a provider of language models for the tests of a file, and makes credentials for it. */
export function useModelProvider(api: Api) {
  let provider: Awaited<ReturnType<typeof startModelProvider>>
  let count = 0
  beforeAll(async () => void (provider = await startModelProvider()))
  afterAll(() => provider[Symbol.asyncDispose]())

  return {
    url: () => provider.url,
    /** Returns the number of requests so far. */
    requestCount: () => provider.requests.length,
    /** Returns the fields of a valid credential for the API of `dialect` at a path. */
    at: (path: string, dialect = 'openai') => ({
      provider: dialect,
      apiKey: KEY,
      baseUrl: provider.url + path,
    }),
    /** Creates a credential and returns it as a path parameter. */
    make: async (content: object): Promise<{ params: { credential: string } }> => {
      const { body } = await api.ask('createLlmCredential', {
        body: { name: `Model ${(count += 1)}`, ...content },
      })
      return { params: { credential: body.id } }
    },
  }
}
