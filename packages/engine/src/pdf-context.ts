import type { Area } from './geometry.ts'
import type { PageContext } from './page-context.ts'
import type { Printed } from './printing/print-sheets.ts'
import type { RowHeights } from './printing/rows/row-heights.ts'

/** The state of a PDF. */
export interface PdfContext {
  readonly page: PageContext
  /** True when the page was changed for the print, so that it has to settle again. */
  isPageChanged: boolean
  /** The box of the element to print; the whole page when undefined. */
  area?: Area
  isWholePage: boolean
  /** Set by the stage that prints. */
  printed?: Omit<Printed, 'pages'> & { pages?: number }
  /** Set when pages have a header or a footer. */
  rowHeights?: RowHeights
  /** The files with headers and footers, which together have as many pages; set by the stage that prints them. */
  rows?: readonly string[]
}

/** The state of a PDF that no longer needs its page. */
export interface FinishPdfContext extends Pick<PdfContext, 'printed' | 'rows'> {
  readonly page: Pick<PageContext, 'signal' | 'scratch' | 'warnings'>
}

export function startPdf(page: PageContext): PdfContext {
  return { page, isPageChanged: false, isWholePage: false }
}
