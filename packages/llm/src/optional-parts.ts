// Loads the SDK.
import { APICallError } from 'ai'
import type { AnswerForm } from './answer-form.ts'
import type { Question } from './ask-model.ts'

/** A question as it is sent, with all parts that the model accepts. */
export interface SentQuestion extends Question {
  /** The form for the provider itself, beside the rules in the system prompt. */
  nativeForm?: AnswerForm
  /** True when the temperature is the usual one, which nobody set. */
  hasUsualTemperature?: boolean
  /** The name of the limit of tokens that older models of OpenAI have; newer ones have another. */
  tokensName?: 'max_tokens'
}

/** How providers refuse a part of a question, and the caller's warning when the model is asked without it. */
export interface OptionalPart {
  statuses: readonly number[]
  /** A refusal has all of them. Each takes time linear in the length of a response, which can be megabytes. */
  words: readonly RegExp[]
  /** Absent when the answer is none the worse for it. */
  warning?: string
}

/**
 * The parts of a question that not every model accepts, in the order in which they are left out. A refusal of a form may
 * quote members of its schema, which can have any names, so the form is first.
 */
export const optionalParts = {
  nativeForm: {
    statuses: [400, 404, 422],
    words: [
      /response[_ ]?(?:format|schema)|json[_ ]?schema|structured.?output|output_(?:format|config)|invalid schema|json_validate/i,
    ],
  },
  tokensName: {
    statuses: [400, 422],
    // A refusal names both; an error about the size of the limit may name either.
    words: [/max_tokens/, /max_completion_tokens/],
  },
  temperature: {
    statuses: [400, 422],
    words: [/temperature/i],
    warning: '"llm_temperature" has no effect: the model does not accept it.',
  },
  picture: {
    // A router answers 404 when none of its providers sees pictures.
    statuses: [400, 404, 415, 422],
    words: [/image|vision|multi-?modal|content.{0,20} must be a string/i],
    warning: 'The image was not sent: the model does not accept images.',
  },
} as const satisfies Partial<Record<keyof SentQuestion, OptionalPart>>

export type OptionalPartName = keyof typeof optionalParts

/** Returns the part of a question that a provider refuses by an error; undefined when it refuses none. */
export function refusedPart(error: unknown, question: SentQuestion): OptionalPartName | undefined {
  if (!APICallError.isInstance(error)) return undefined
  const { statusCode = 0, responseBody = '' } = error
  return names.find((name) => {
    const { statuses, words } = optionalParts[name] as OptionalPart
    const isRefusal = statuses.includes(statusCode) && words.every((word) => word.test(responseBody))
    return question[name] !== undefined && isRefusal
  })
}

const names = Object.keys(optionalParts) as OptionalPartName[]
