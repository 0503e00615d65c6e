// The wire forms of the APIs of language models: what a request says to the model, and how an answer is written.
interface Read {
  system: string
  user: string[]
  pictures: Buffer[]
}

interface Form {
  path: RegExp
  // oxlint-disable-next-line typescript/no-explicit-any
  read: (body: any) => Read
  write: (answer: string) => object
}

const USAGE = { input: 11, output: 5 }

interface Message {
  role: string
  content: string | Part[]
}

interface Part {
  text?: string
  image_url?: string | { url: string }
  source?: { data?: string; bytes?: string }
  image?: { source: { bytes: string } }
  inlineData?: { data: string }
}

const forms: Form[] = [
  {
    path: /\/chat\/completions(\?|$)/,
    read: ({ messages }) => readMessages(messages),
    write: (content) => ({
      id: 'answer_1',
      object: 'chat.completion',
      created: 1,
      model: 'a-model',
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
      usage: { prompt_tokens: USAGE.input, completion_tokens: USAGE.output, total_tokens: 16 },
    }),
  },
  {
    path: /\/responses$/,
    read: ({ input }) => readMessages(input),
    write: (answer) => ({
      id: 'answer_1',
      object: 'response',
      created_at: 1,
      model: 'a-model',
      status: 'completed',
      output: [
        {
          type: 'message',
          id: 'message_1',
          status: 'completed',
          role: 'assistant',
          content: [{ type: 'output_text', text: answer, annotations: [] }],
        },
      ],
      usage: { input_tokens: USAGE.input, output_tokens: USAGE.output, total_tokens: 16 },
    }),
  },
  {
    path: /\/messages$/,
    read: ({ system, messages }) => readMessages([{ role: 'system', content: system }, ...messages]),
    write: (answer) => ({
      id: 'answer_1',
      type: 'message',
      role: 'assistant',
      model: 'a-model',
      content: [{ type: 'text', text: answer }],
      stop_reason: 'end_turn',
      usage: { input_tokens: USAGE.input, output_tokens: USAGE.output },
    }),
  },
  {
    path: /:generateContent$/,
    read: ({ systemInstruction, contents }) =>
      readMessages([
        { role: 'system', content: systemInstruction.parts },
        ...contents.map(({ role, parts }: { role: string; parts: Part[] }) => ({ role, content: parts })),
      ]),
    write: (answer) => ({
      candidates: [{ content: { role: 'model', parts: [{ text: answer }] }, finishReason: 'STOP' }],
      usageMetadata: {
        promptTokenCount: USAGE.input,
        candidatesTokenCount: USAGE.output,
        totalTokenCount: 16,
      },
    }),
  },
  {
    path: /\/chat$/,
    read: ({ messages }) => readMessages(messages),
    write: (answer) => ({
      id: 'answer_1',
      finish_reason: 'COMPLETE',
      message: { role: 'assistant', content: [{ type: 'text', text: answer }] },
      usage: { tokens: { input_tokens: USAGE.input, output_tokens: USAGE.output } },
    }),
  },
  {
    path: /\/model\/[^/]+\/converse$/,
    read: ({ system, messages }) => readMessages([{ role: 'system', content: system }, ...messages]),
    write: (answer) => ({
      output: { message: { role: 'assistant', content: [{ text: answer }] } },
      stopReason: 'end_turn',
      usage: { inputTokens: USAGE.input, outputTokens: USAGE.output, totalTokens: 16 },
      metrics: { latencyMs: 1 },
    }),
  },
]

/** Returns the form of the API at a path, if it asks a model. */
export function formOf(path: string): Form | undefined {
  return forms.find((form) => form.path.test(path))
}

function readMessages(messages: Message[]): Read {
  const parts = (isOf: (role: string) => boolean) =>
    messages
      .filter(({ role }) => isOf(role))
      .flatMap(({ content }) => (typeof content === 'string' ? [{ text: content }] : content))
  const texts = (all: Part[]) => all.flatMap(({ text }) => text ?? [])
  const isSystem = (role: string) => role === 'system' || role === 'developer'
  const others = parts((role) => !isSystem(role))
  return {
    system: texts(parts(isSystem)).join('\n'),
    user: texts(others),
    pictures: others.flatMap((part) => pictureOf(part) ?? []),
  }
}

function pictureOf({ image_url, source, image, inlineData }: Part): Buffer | undefined {
  const address = typeof image_url === 'string' ? image_url : image_url?.url
  const base64 = address?.split(',')[1] ?? source?.data ?? image?.source.bytes ?? inlineData?.data
  return base64 === undefined ? undefined : Buffer.from(base64, 'base64')
}
