import type { RenderOptions } from '@render/options'
import { FORM, formOf } from './question.ts'

/** Makes an answer of the requested form, without a model; objects are empty. */
export function mockAnswer(options: Pick<RenderOptions, (typeof FORM)[number]>): unknown {
  const form = formOf(options)
  if (!form) return 'Mock'
  if (form.output === 'enum') return form.words[0]
  return form.output === 'array' ? [] : {}
}
