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

/**
 * Returns a function that outputs a document as the options ask: as the main file, as a side file or as both. Nothing when it
 * was not made.
 */
export function outputOfDocument(type: DocumentType) {
  return ({ body }: { body?: Body }, options: RenderOptions): Outputs => {
    if (!body) return { sideOutputs: [] }
    const { option, side } = DOCUMENTS[type]
    const { suffix } = sideFiles[side]
    const isBeside = options[option]
    return {
      ...(options.format === type && { main: { format: type, body, facts: {} } }),
      sideOutputs: isBeside ? [{ type, body, suffix, facts: { kind: side } }] : [],
    }
  }
}
