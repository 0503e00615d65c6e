import type { RenderOptions } from '@render/options'
import { sideFiles, type Body } from '@render/outputs'
import type { Outputs } from '../producer.ts'

/** The documents that the options ask for as the main output, as a file beside it, or as both. */
const DOCUMENTS = {
  html: { option: 'save_html', side: 'html' },
  mhtml: { option: 'save_mhtml', side: 'mhtml' },
  md: { option: 'save_markdown', side: 'markdown' },
} as const

export type DocumentType = keyof typeof DOCUMENTS

/** Gives a document out as what the options ask for: the main output, a file beside it, or both; nothing when it was not made. */
export function outputOfDocument(type: DocumentType) {
  return ({ body }: { body?: Body }, options: RenderOptions): Outputs => {
    if (!body) return { beside: [] }
    const { option, side } = DOCUMENTS[type]
    const { suffix } = sideFiles[side]
    const isBeside = options[option]
    return {
      ...(options.format === type && { main: { format: type, body, facts: {} } }),
      beside: isBeside ? [{ type, body, suffix, facts: { kind: side } }] : [],
    }
  }
}
