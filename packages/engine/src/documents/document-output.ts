import type { RenderOptions } from '@render/options'
import { sideFiles, type Body } from '@render/outputs'
import type { Outputs } from '../producer.ts'

/** The documents that the options ask for as the main output, as a file beside it, or as both. */
const DOCUMENTS = {
  html: 'save_html',
  mhtml: 'save_mhtml',
} as const

/** Gives a document out as what the options ask for: the main output, a file beside it, or both. */
export function outputOfDocument(type: keyof typeof DOCUMENTS) {
  return ({ body }: { body: Body }, options: RenderOptions): Outputs => {
    const { suffix } = sideFiles[type]
    const isBeside = options[DOCUMENTS[type]]
    return {
      ...(options.format === type && { main: { format: type, body, facts: {} } }),
      beside: isBeside ? [{ type, body, suffix, facts: { kind: type } }] : [],
    }
  }
}
