import { expect, test } from '@jest/globals'
import { resolveOptions, type GivenOptions } from '@render/options'
import { withStoredCredential } from './stored-credential.ts'

const stored = { provider: 'openai', apiKey: 'stored', baseUrl: 'https://models.example/v1' }
const use = (given: GivenOptions, credential: typeof stored | undefined = stored) =>
  withStoredCredential(resolveOptions({ html: 'x', ...given }), credential)

test('a stored key goes to its own address only', () => {
  expect(use({ use_llm: true, llm_provider: 'openai', llm_base_url: 'https://evil.example/' })).toMatchObject(
    {
      llm_key: 'stored',
      llm_base_url: 'https://models.example/v1',
    },
  )
})

test.each<GivenOptions>([
  { llm_provider: 'openai' },
  { use_llm: true, llm_provider: 'groq' },
  { use_llm: true, llm_provider: 'openai', llm_key: 'own' },
])('a stored key is not used with %j', (given) => {
  expect(JSON.stringify(use(given))).not.toContain('stored')
})
