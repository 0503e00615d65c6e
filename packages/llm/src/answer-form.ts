// Loads the SDK.
import { Output, jsonSchema, type JSONSchema7 } from 'ai'
import { fitsSchema } from './schema/fits-schema.ts'

/** The form that an answer must have: an object of a schema, a list of such, or one of some words. */
export type AnswerForm =
  | { output: 'object' | 'array'; schema: Record<string, unknown> }
  | { output: 'enum'; words: readonly string[] }

/** Returns the form as the SDK knows it, which checks the words, but no schema. */
export function sdkOutput(form: AnswerForm): Output.Output<unknown, unknown, unknown> {
  if (form.output === 'enum') return Output.choice({ options: [...form.words] })
  const schema = jsonSchema(form.schema as JSONSchema7)
  return form.output === 'array' ? Output.array({ element: schema }) : Output.object({ schema })
}

/** Returns the form as the SDK knows it, for a provider that does not get the schema: the answer is parsed all the same. */
export function unsentOutput(form: AnswerForm): Output.Output<unknown, unknown, unknown> {
  return { ...sdkOutput(form), responseFormat: Promise.resolve({ type: 'text' }) }
}

/** Returns the rules for the system prompt: not every provider passes a schema on to its model. */
export async function rulesOf(form: AnswerForm): Promise<string[]> {
  const format = await sdkOutput(form).responseFormat
  const schema = format?.type === 'json' ? JSON.stringify(format.schema) : ''
  return [`Answer with JSON alone that fits this JSON Schema:\n${schema}`]
}

/** Returns whether an answer fits the schema of its form. */
export async function fitsForm(form: AnswerForm, answer: unknown, signal: AbortSignal): Promise<boolean> {
  if (form.output === 'enum') return true
  const values = form.output === 'array' ? (answer as unknown[]) : [answer]
  const isDraft7 = JSON.stringify(form.schema.$schema ?? '').includes('draft-07')
  return fitsSchema({ schema: form.schema, isDraft7, values }, signal)
}
