import type { ModelDouble } from '@render/testkit'

/** Options of a small picture whose page a double of OpenAI is asked about. */
export const questionTo = ({ url }: ModelDouble) =>
  ({
    width: 200,
    height: 100,
    use_llm: true,
    llm_provider: 'openai',
    llm_key: 'sesame',
    llm_base_url: url,
    llm_model: 'a-model',
  }) as const
