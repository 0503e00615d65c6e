import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { askModel, type AnswerForm, type Question } from '@render/llm'
import { fitsSchema } from '../src/schema/fits-schema.ts'
import { PICTURE, question, startSetup, type Setup } from './setup.ts'

let setup: Setup
beforeAll(async () => void (setup = await startSetup()))
afterAll(async () => setup[Symbol.asyncDispose]())
beforeEach(() => setup.reset())

const KEY = 'sentinel-key-of-models'

function ask(differing: Partial<Question> = {}, timeoutMs?: number) {
  const credential = { provider: 'openai', apiKey: KEY, baseUrl: setup.double.url }
  return askModel({ ...question, credential, ...differing }, { http: setup.http, ...setup.limits(timeoutMs) })
}

const schema = {
  type: 'object',
  properties: { title: { type: 'string' }, price: { $ref: '#/$defs/price' } },
  required: ['title'],
  additionalProperties: false,
  $defs: { price: { type: 'number', minimum: 0 } },
}
const good = { title: 'A', price: 1 }
const bad = { title: 'A', price: -1 }
const forms: [AnswerForm, good: [text: string, answer: unknown], misfits: string[]][] = [
  [{ output: 'object', schema }, [JSON.stringify(good), good], [JSON.stringify(bad), 'no JSON', 'null']],
  [
    { output: 'array', schema },
    [JSON.stringify({ elements: [good, { title: 'B' }] }), [good, { title: 'B' }]],
    [JSON.stringify({ elements: [good, bad] }), JSON.stringify([good]), '{"elements":{}}'],
  ],
  [
    { output: 'enum', words: ['shop', 'news'] },
    [JSON.stringify({ result: 'news' }), 'news'],
    ['{"result":"blog"}', 'news', '{"result":["news"]}'],
  ],
]

describe.each(forms)('an answer as $output', (form, [text, answer], misfits) => {
  test('is returned when it fits, also from a block of code', async () => {
    const { answers, requests } = setup.double
    answers.splice(0, 1, text)
    expect(await ask({ form })).toEqual({ answer, warnings: [] })
    answers.splice(0, 1, `<think>{}</think>Here it is:\n\`\`\`json\n${text}\n\`\`\``)
    expect(await ask({ form })).toEqual({ answer, warnings: [] })
    expect(requests).toHaveLength(2)
    // Not every provider passes a schema on.
    expect(requests[0]!.system).toContain('JSON Schema')
    expect(requests[0]!.body).toContain('"response_format"')
    // A provider would refuse most schemas as strict ones.
    expect(requests[0]!.body).not.toContain('"strict":true')
  })

  test('is asked for once more when it does not fit', async () => {
    const { answers, requests } = setup.double
    for (const misfit of misfits) {
      requests.length = 0
      answers.splice(0, Infinity, misfit, text)
      expect([misfit, await ask({ form })]).toEqual([misfit, { answer, warnings: [] }])
      expect(requests).toHaveLength(2)
      expect(requests[1]!.system).not.toBe(requests[0]!.system)
    }
  })

  test('is an error when it never fits', async () => {
    setup.double.answers.splice(0, 1, misfits[0]!)
    const error = 'The answer of the model does not fit "llm_schema".'
    expect(await ask({ form })).toEqual({ error, warnings: [] })
    expect(setup.double.requests).toHaveLength(2)
  })
})

test('a schema of draft 7 is read as one', async () => {
  const tuple = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: { pair: { items: [{ type: 'string' }, { type: 'number' }] } },
  }
  setup.double.answers.splice(0, 1, '{"pair":["a",1]}')
  expect(await ask({ form: { output: 'object', schema: tuple } })).toHaveProperty('answer')
  setup.double.answers.splice(0, 1, '{"pair":["a","b"]}')
  expect(await ask({ form: { output: 'object', schema: tuple } })).toHaveProperty('error')
})

test('a schema that never ends to match is given up, and the process goes on meanwhile', async () => {
  const evil = { properties: { text: { pattern: '^(a+)+$' } } }
  const values = [{ text: `${'a'.repeat(40)}!` }]
  let ticks = 0
  const timer = setInterval(() => (ticks += 1), 20)
  const { signal } = new AbortController()
  expect(await fitsSchema({ schema: evil, isDraft7: false, values }, signal, 1000)).toBe(false)
  clearInterval(timer)
  expect(ticks).toBeGreaterThan(0)
})

test('the complete response has usage and the provider’s own answer, but no key', async () => {
  setup.double.answers.splice(0, 1, `My key is ${KEY}.`)
  const { answer } = (await ask({ isFullResponse: true })) as { answer: Record<string, never> }
  expect(answer).toMatchObject({
    text: 'My key is ….',
    usage: { inputTokens: 11, outputTokens: 5 },
    finishReason: 'stop',
    model: 'a-model',
    response: { id: 'answer_1', choices: [{ message: { content: 'My key is ….' } }] },
  })
  expect(JSON.stringify(answer)).not.toContain(KEY)

  setup.double.answers.splice(0, 1, JSON.stringify(good))
  expect(await ask({ isFullResponse: true, form: { output: 'object', schema } })).toMatchObject({
    answer: { object: good, finishReason: 'stop' },
  })
})

test('a temperature that the model refuses is left out', async () => {
  const refuseOnce = () => {
    setup.double.answer = (_request, res) => {
      res.writeHead(400, { 'content-type': 'application/json' })
      res.end('{"error":{"message":"Unsupported parameter: temperature"}}')
      setup.double.answer = undefined
    }
  }
  refuseOnce()
  const warnings = ['"llm_temperature" has no effect: the model does not accept it.']
  expect(await ask({ temperature: 1 })).toEqual({ answer: 'An answer.', warnings })
  expect(setup.double.requests.map(({ body }) => body.includes('"temperature"'))).toEqual([true, false])
  // The SDK knows some models.
  expect(await ask({ model: 'o3' })).toEqual({ answer: 'An answer.', warnings })
  // Without a warning where nobody set it.
  refuseOnce()
  setup.double.requests.length = 0
  for (const model of ['a-model', 'o3'])
    expect(await ask({ model, temperature: undefined })).toEqual({ answer: 'An answer.', warnings: [] })
  expect(setup.double.requests.map(({ body }) => body.includes('"temperature":0'))).toEqual([
    true,
    false,
    false,
  ])
})

test.each(['openai', 'azure'])(
  'a limit of tokens that a model of %s refuses gets its newer name',
  async (provider) => {
    setup.double.answer = (_request, res) => {
      const message = "'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
      res.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message } }))
      setup.double.answer = undefined
    }
    const credential = { provider, apiKey: KEY, baseUrl: setup.double.url }
    expect(await ask({ credential, model: 'my-deployment' })).toEqual({ answer: 'An answer.', warnings: [] })
    const limits = setup.double.requests.map(({ body }) => /"max_\w+":\d+/.exec(body)?.[0])
    expect(limits).toEqual(['"max_tokens":1000', '"max_completion_tokens":1000'])
  },
)

test('a limit of tokens that is too large is not asked for by its newer name', async () => {
  setup.double.answer = (_request, res) => {
    const message = 'max_completion_tokens is too large'
    res.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message } }))
  }
  const credential = { provider: 'openai', apiKey: KEY, baseUrl: setup.double.url }
  expect(await ask({ credential, model: 'my-deployment' })).toHaveProperty('error')
  expect(setup.double.requests).toHaveLength(1)
})

test('a refusal of megabytes takes no longer than a short one', async () => {
  setup.double.answer = (_request, res) => void res.writeHead(400).end('max_tokens '.repeat(300_000))
  expect(await ask()).toEqual({ error: 'The provider answered with HTTP 400.', warnings: [] })
  expect(setup.double.requests).toHaveLength(1)
})

// In the words of Groq, OpenAI, Google and DeepSeek.
test.each([
  [400, 'This model does not support response format `json_schema`. See supported models.'],
  [400, "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model."],
  [400, "Invalid schema for response_format 'response': In context=('properties', 'image'), 'temperature'"],
  [400, 'Unknown name "$ref" at \'generation_config.response_schema.properties\': Cannot find field.'],
  [422, 'This response_format type is unavailable now'],
])('a form that the provider refuses with %i is asked for in words alone: %s', async (status, message) => {
  const { double } = setup
  for (const [form, [text, answer], misfits] of forms) {
    double.answer = (_request, res) => {
      res
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error: { message } }))
      double.answer = undefined
    }
    double.requests.length = 0
    double.answers.splice(0, Infinity, misfits[0]!, `\`\`\`json\n${text}\n\`\`\``)
    expect(await ask({ form, picture: PICTURE, temperature: 1 })).toEqual({ answer, warnings: [] })
    const has = (part: string) => double.requests.map(({ body }) => body.includes(part))
    expect(has('"response_format"')).toEqual([true, false, false])
    expect(has('"temperature"')).toEqual([true, true, true])
    expect(double.requests.map(({ pictures }) => pictures.length)).toEqual([1, 1, 1])
    for (const { system } of double.requests) expect(system).toContain('JSON Schema')
  }
})

test('a refusal of a form is final when none was sent', async () => {
  setup.double.answer = (_request, res) => void res.writeHead(400).end('{"error":"response_format"}')
  const error = 'The provider answered with HTTP 400.'
  expect(await ask()).toEqual({ error, warnings: [] })
  expect(setup.double.requests).toHaveLength(1)
  expect(await ask({ form: { output: 'object', schema } })).toEqual({ error, warnings: [] })
  expect(setup.double.requests).toHaveLength(3)
})

// In the words of DeepSeek, Groq, OpenRouter and vLLM.
test.each([
  [422, 'messages[1]: unknown variant `image_url`, expected `text`'],
  [
    400,
    "'messages.1' : for 'role:user' the following must be satisfied[('messages.1.content' : value must be a string)]",
  ],
  [404, 'No endpoints found that support image input'],
  [400, 'a-model is not a multimodal model'],
])('a picture that the model refuses with %i is left out: %s', async (status, message) => {
  const { double } = setup
  double.answer = (_request, res) => {
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message } }))
    double.answer = undefined
  }
  double.answers.splice(0, 1, '{"result":"blog"}', '{"result":"news"}')
  const form = { output: 'enum', words: ['shop', 'news'] } as const
  const warnings = ['The image was not sent: the model does not accept images.']
  expect(await ask({ picture: PICTURE, form })).toEqual({ answer: 'news', warnings })
  // The second answer, which fits, was asked for without the picture at once.
  expect(double.requests.map(({ pictures }) => pictures.length)).toEqual([1, 0, 0])
  expect(double.requests.map(({ system }) => system.includes('a picture'))).toEqual([true, false, false])
})

test('a refusal of a picture is final when none was sent', async () => {
  setup.double.answer = (_request, res) => void res.writeHead(400).end('{"error":{"message":"image"}}')
  expect(await ask()).toEqual({ error: 'The provider answered with HTTP 400.', warnings: [] })
  expect(setup.double.requests).toHaveLength(1)
})

test('an answer that is cut or filtered says so', async () => {
  const finish = (finish_reason: string, content = 'An ans') => {
    setup.double.answer = (_request, res) => {
      const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason }]
      res.setHeader('content-type', 'application/json')
      res.end(JSON.stringify({ id: 'a', created: 1, model: 'a-model', choices }))
    }
  }
  finish('length')
  expect(await ask()).toEqual({
    answer: 'An ans',
    warnings: ['The answer of the model was truncated at "llm_max_tokens".'],
  })
  const truncated = 'The answer of the model was truncated at "llm_max_tokens".'
  setup.double.requests.length = 0
  const form = { output: 'object', schema } as const
  expect(await ask({ form })).toEqual({ error: truncated, warnings: [] })
  finish('length', '')
  expect(await ask()).toEqual({ error: truncated, warnings: [] })
  expect(await ask({ form })).toEqual({ error: truncated, warnings: [] })
  finish('content_filter')
  expect(await ask()).toEqual({ error: 'The provider filtered the answer.', warnings: [] })
  expect(await ask({ form })).toEqual({ error: 'The provider filtered the answer.', warnings: [] })
  // None was asked for again.
  expect(setup.double.requests).toHaveLength(5)
})

test('no answer, and one that is too large to be stored, are errors', async () => {
  setup.double.answers.splice(0, Infinity, '  \n')
  expect(await ask()).toEqual({ error: 'The model gave no answer.', warnings: [] })
  setup.double.answers.splice(0, Infinity, 'a'.repeat(512 * 1024 - 2))
  expect(await ask()).toHaveProperty('answer')
  setup.double.answers.splice(0, Infinity, 'a'.repeat(512 * 1024))
  expect(await ask()).toEqual({ error: 'The answer of the model is larger than 512 kB.', warnings: [] })
})
