// Loads the SDK.
import { APICallError } from 'ai'
import type { Question } from './ask-model.ts'

/** How providers refuse a part of a question, and what the caller is told when the model is asked without it. */
interface OptionalPart {
  statuses: readonly number[]
  words: RegExp
  warning: string
}

/** The parts of a question that not every model accepts. */
export const optionalParts = {
  temperature: {
    statuses: [400, 422],
    words: /temperature/i,
    warning: '"llm_temperature" has no effect: the model does not accept it.',
  },
  picture: {
    // A router answers 404 when none of its providers sees pictures.
    statuses: [400, 404, 415, 422],
    words: /image|vision|multi-?modal|content.{0,20} must be a string/i,
    warning: 'The image was not sent: the model does not accept images.',
  },
} as const satisfies Partial<Record<keyof Question, OptionalPart>>

export type OptionalPartName = keyof typeof optionalParts

/** Returns the part of a question that a provider refuses by an error; undefined when it refuses none. */
export function refusedPart(error: unknown, question: Question): OptionalPartName | undefined {
  if (!APICallError.isInstance(error)) return undefined
  const { statusCode = 0, responseBody = '' } = error
  return names.find((name) => {
    const { statuses, words } = optionalParts[name] as OptionalPart
    return question[name] !== undefined && statuses.includes(statusCode) && words.test(responseBody)
  })
}

const names = Object.keys(optionalParts) as OptionalPartName[]
