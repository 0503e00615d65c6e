// Loads the SDK.
import {
  APICallError,
  extractJsonMiddleware,
  generateText,
  NoObjectGeneratedError,
  NoOutputGeneratedError,
  wrapLanguageModel,
} from 'ai'
import { jsonIn, withoutReasoning } from './answer-text.ts'
import { fitsForm, rulesOf, sdkOutput, unsentOutput } from './answer-form.ts'
import type { Question } from './ask-model.ts'
import { ProviderError, sentenceOf } from './ask.ts'
import type { Model } from './open-model.ts'
import {
  optionalParts,
  refusedPart,
  type OptionalPart,
  type OptionalPartName,
  type SentQuestion,
} from './optional-parts.ts'
import { messageOf, systemPromptOf } from './prompts.ts'
import { withoutSecrets } from './without-secrets.ts'

interface Generation {
  signal: AbortSignal
  /** Warnings for the caller are added to it. */
  warnings: Set<string>
}

type Result = Pick<
  Awaited<ReturnType<typeof generateText>>,
  'text' | 'output' | 'usage' | 'finishReason' | 'response' | 'warnings'
>

// The SDK would write the warnings of each call to the console.
globalThis.AI_SDK_LOG_WARNINGS = false

const USUAL_TEMPERATURE = 0
/** Bounds an answer, which is stored with the render. */
const MAX_LENGTH = 512 * 1024
/** Providers refuse a schema as strict unless it requires all of its members. */
const LENIENT = { strictJsonSchema: false }
const providerOptions = {
  openai: LENIENT,
  azure: LENIENT,
  groq: LENIENT,
  cerebras: LENIENT,
  deepseek: LENIENT,
  xai: { store: false },
}
/** Their libraries choose the name of the limit by that of the model, which can be a deployment's or a gateway's. */
const RENAMING = new Set(['openai', 'azure'])
/** Most providers answer so when the name of the model is wrong. */
const NO_MODEL = 'The provider does not know the model, or its API is not at this address (HTTP 404).'
const FILTERED = 'The provider filtered the answer.'
const TRUNCATED = 'The answer of the model was truncated at "llm_max_tokens".'
const AGAIN = 'An earlier answer did not fit the schema: make sure that this one does.'

/**
 * Generates the answer to a question. One that does not fit its form is generated once more.
 * @throws {ProviderError} when there is no answer of the form.
 */
export async function generateAnswer(
  model: Model,
  question: Question,
  generation: Generation,
): Promise<unknown> {
  const { form } = question
  const named: SentQuestion = {
    ...question,
    temperature: question.temperature ?? USUAL_TEMPERATURE,
    hasUsualTemperature: question.temperature === undefined,
    tokensName: 'max_tokens',
  }
  const reader = wrapLanguageModel({
    model,
    middleware: extractJsonMiddleware({ transform: form ? jsonIn : withoutReasoning }),
  })
  if (!form) return finish(await generate(reader, named, { ...generation, rules: [] }), question)
  const rules = await rulesOf(form)
  const asked = { ...named, nativeForm: form }
  for (const again of [[], [AGAIN]]) {
    const result = await orMisfit(async () => {
      const generated = await generate(reader, asked, { ...generation, rules: [...rules, ...again] })
      return (await fitsForm(form, generated.output, generation.signal)) ? generated : undefined
    })
    if (result) return finish(result, question)
  }
  throw new ProviderError('The answer of the model does not fit "llm_schema".')
}

/** Returns undefined for an answer that the SDK does not take for the form, unless another would be no better. */
async function orMisfit<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (NoOutputGeneratedError.isInstance(error)) return undefined
    if (!NoObjectGeneratedError.isInstance(error)) throw error
    if (error.finishReason === 'content-filter') throw new ProviderError(FILTERED)
    if (error.finishReason === 'length') throw new ProviderError(TRUNCATED)
    return undefined
  }
}

interface Request extends Generation {
  /** What the form demands of the answer, for the system prompt. */
  rules: readonly string[]
}

/** Asks, and asks again without each part that the model refuses, which is deleted from the question. */
async function generate(model: Model, question: SentQuestion, request: Request): Promise<Result> {
  try {
    return await send(model, question, request)
  } catch (error) {
    const part = refusedPart(error, question)
    if (!part) throw asProviderError(error)
    warnWithout(part, question, request)
    delete question[part]
    return generate(model, question, request)
  }
}

/** Warns that a part has no effect, unless it is a temperature that nobody set. */
function warnWithout(
  part: OptionalPartName,
  { hasUsualTemperature }: SentQuestion,
  { warnings }: Generation,
): void {
  const { warning } = optionalParts[part] as OptionalPart
  if (warning !== undefined && !(part === 'temperature' && hasUsualTemperature)) warnings.add(warning)
}

async function send(model: Model, question: SentQuestion, request: Request): Promise<Result> {
  const { rules, signal, warnings } = request
  const { temperature, form, nativeForm, tokensName, maxTokens, credential } = question
  const isRenamed = tokensName === undefined && RENAMING.has(credential.provider)
  const renamed = { ...LENIENT, maxCompletionTokens: maxTokens }
  const result = await generateText({
    model,
    instructions: systemPromptOf(question, rules),
    messages: [messageOf(question)],
    ...(!isRenamed && { maxOutputTokens: maxTokens }),
    ...(temperature !== undefined && { temperature }),
    ...(form && { output: nativeForm ? sdkOutput(form) : unsentOutput(form) }),
    providerOptions: isRenamed ? { openai: renamed, azure: renamed } : providerOptions,
    include: { responseBody: question.isFullResponse },
    maxRetries: 0,
    abortSignal: signal,
  })
  if (result.warnings?.some((each) => 'feature' in each && each.feature === 'temperature'))
    warnWithout('temperature', question, request)
  if (result.finishReason === 'content-filter') throw new ProviderError(FILTERED)
  if (result.finishReason === 'length') {
    // Models that reason can spend all tokens before the first word of the answer.
    if (result.text.trim() === '') throw new ProviderError(TRUNCATED)
    warnings.add(TRUNCATED)
  }
  return result
}

function asProviderError(error: unknown): unknown {
  if (!APICallError.isInstance(error) || error.statusCode === undefined || error.statusCode < 300)
    return error
  return new ProviderError(error.statusCode === 404 ? NO_MODEL : sentenceOf(error.statusCode))
}

function finish(result: Result, { form, isFullResponse, credential }: Question): unknown {
  const { text, usage, finishReason, response } = result
  if (!form && text.trim() === '') throw new ProviderError('The model gave no answer.')
  const answer = form ? result.output : text
  const complete = isFullResponse
    ? {
        [form ? 'object' : 'text']: answer,
        usage,
        finishReason,
        model: response.modelId,
        response: response.body,
      }
    : answer
  const json = JSON.stringify(complete)
  if (json.length > MAX_LENGTH) throw new ProviderError('The answer of the model is larger than 512 kB.')
  return withoutSecrets(JSON.parse(json), credential)
}
