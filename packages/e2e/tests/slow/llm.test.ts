import { expect, test } from '@jest/globals'
import { startModelDouble } from '@render/testkit'
import { useOwnStack } from '../use-own-stack.ts'

const world = useOwnStack()

test('A-LLM-5 a render succeeds within 65 s when its model never answers, and the connection is closed', async () => {
  await using double = await startModelDouble()
  let isClosed = false
  double.answer = (_request, res) => void res.once('close', () => (isClosed = true))
  const { body } = await world.stack.client.async({
    html: '<p>Page text.',
    use_llm: true,
    llm_provider: 'openai',
    llm_key: 'sesame-0123456789',
    llm_base_url: double.url,
    llm_model: 'a-model',
    llm_prompt: 'What is it?',
  })
  const { body: ended } = await world.stack.client.untilFinished(body.statusUrl, 65_000)
  expect(ended).toMatchObject({
    status: 'succeeded',
    llm: null,
    llmError: { message: 'The model did not answer within 60 seconds.' },
    renderUrl: expect.any(String),
  })
  expect([double.requests.length, isClosed]).toEqual([1, true])
})
