import { credentialOptions, type AnswerForm, type LlmCredential } from '@render/llm'
import type { RenderOptions } from '@render/options'

/** The options that name the credential of a provider, and where it is used. */
export const CREDENTIAL = Object.values(credentialOptions)

/** The options that give the answer a form. */
export const FORM = ['llm_output', 'llm_schema'] as const

export function credentialOf(options: Pick<RenderOptions, (typeof CREDENTIAL)[number]>): LlmCredential {
  const members = Object.entries(credentialOptions).map(([member, option]) => [member, options[option]])
  return Object.fromEntries(members) as LlmCredential
}

export function formOf({
  llm_output,
  llm_schema,
}: Pick<RenderOptions, (typeof FORM)[number]>): AnswerForm | undefined {
  if (llm_output === undefined) return undefined
  if (llm_output === 'enum') return { output: llm_output, words: llm_schema as string[] }
  return { output: llm_output, schema: llm_schema as Record<string, unknown> }
}
