import type { Body } from '@render/outputs'
import type { PageContext } from './page-context.ts'

/** The state of a PDF. */
export interface PdfContext {
  readonly page: PageContext
  /** True when the page was changed for the print, so that it has to settle again. */
  isPageChanged: boolean
  /** Set by the stage that prints. */
  printed?: { body: Body; pages?: number }
}

export function startPdf(page: PageContext): PdfContext {
  return { page, isPageChanged: false }
}
