import type { Body } from '@render/outputs'
import type { AreaContext } from '../capture-context.ts'
import type { PageContext } from '../page-context.ts'
import type { Printed } from './print-sheets.ts'
import type { TemplateHeights } from './templates/template-heights.ts'

/** The state of a PDF of an area, or else of the whole page. */
export interface PdfContext extends AreaContext {
  /** Set by the stage that prints. */
  printed?: Omit<Printed, 'body' | 'pages'> & { body: Body; pages?: number }
  /** Set when the pages of a print have a header or a footer. */
  templates?: { printed: Printed; heights: TemplateHeights }
  /** The files with headers and footers, which together have as many pages; set by the stage that prints them. */
  overlays?: readonly string[]
}

/** The state of a PDF that no longer needs its page. */
export interface FinishPdfContext extends Pick<PdfContext, 'printed' | 'overlays'> {
  readonly page: Pick<PageContext, 'signal' | 'scratch' | 'warnings'>
}

export function startPdf(page: PageContext): PdfContext {
  return { page, isPageChanged: false, isWholePage: false }
}
