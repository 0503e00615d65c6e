import { afterAll, beforeAll } from '@jest/globals'
import { KEY, startModelProvider } from '../api/start-model-provider.ts'
import type { Api } from '../api/use-api.ts'

/** A provider of language models, and credentials for it. */
export function useModelProvider(api: Api) {
  let provider: Awaited<ReturnType<typeof startModelProvider>>
  let count = 0
  beforeAll(async () => void (provider = await startModelProvider()))
  afterAll(() => provider[Symbol.asyncDispose]())

  return {
    url: () => provider.url,
    /** How often it was asked. */
    asked: () => provider.asked.length,
    /** A credential that is right there, for those who speak a dialect at a path. */
    at: (path: string, dialect = 'openai') => ({
      provider: dialect,
      apiKey: KEY,
      baseUrl: provider.url + path,
    }),
    /** Makes a credential, and names it in a path. */
    make: async (content: object): Promise<{ params: { credential: string } }> => {
      const { body } = await api.ask('createLlmCredential', {
        body: { name: `Model ${(count += 1)}`, ...content },
      })
      return { params: { credential: body.id } }
    },
  }
}
