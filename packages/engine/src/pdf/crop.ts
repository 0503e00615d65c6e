import { createReadStream } from 'node:fs'
import { RenderError } from '@render/errors'
import type { PageRange } from '@render/options'
import type { FileBody } from '@render/outputs'
import type { PageContext } from '../page-context.ts'
import { paintedRows, type GreyPage } from '../programs/grey-pages.ts'
import type { PdfTools } from '../programs/pdf-tools.ts'

type Parts = Pick<PageContext, 'pdfTools' | 'signal'>

/** The number of pages that are rasterised first, from the end; each further step rasterises twice as many, while all are empty. */
const FIRST_PAGES = 20

/** Columns are enough: a pixel anywhere in a row changes its shade. */
const COLUMNS = 64

/** Returns the number of pages down to the last one with anything on it; at least 1. */
export async function countPaintedPages(page: Parts, body: FileBody, total: number): Promise<number> {
  let first = total + 1
  for (let count = FIRST_PAGES; first > 2; count *= 2) {
    const last = first - 1
    first = Math.max(1, last - count + 1)
    const pages = await rasterise(page, body, { first, last })
    const painted = pages.findLastIndex((each) => paintedRows(each) > 0)
    if (painted >= 0) return first + painted
  }
  return 1
}

/** Returns the height of a page down to the last row with anything on it, in the unit of `height`; at least 1. */
export async function paintedHeight(page: Parts, body: FileBody, height: number): Promise<number> {
  const [only] = await rasterise(page, body, { columns: COLUMNS, rows: height })
  return Math.max(1, paintedRows(only!))
}

/**
 * Leaves out of ranges what lies behind the last page.
 * @throws {RenderError} `InvalidOptions` when nothing remains.
 */
export function clipRanges(ranges: readonly PageRange[], lastPage: number): Required<PageRange>[] {
  const left = ranges
    .filter(({ first }) => first <= lastPage)
    .map(({ first, last = lastPage }) => ({ first, last: Math.min(last, lastPage) }))
  if (left.length === 0) throw noPageSelected()
  return left
}

export function noPageSelected(): RenderError {
  return RenderError.forOption('pdf_page_range', '"pdf_page_range" selects no page of the document.')
}

/** Returns the numbers of pages in ranges, each once, in the order of the document. */
export function numbersIn(ranges: readonly Required<PageRange>[]): number[] {
  const numbers = ranges.flatMap(({ first, last }) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index),
  )
  return [...new Set(numbers)].toSorted((a, b) => a - b)
}

function rasterise(
  { pdfTools, signal }: Parts,
  body: FileBody,
  pages: Parameters<PdfTools['rasteriseGrey']>[1],
): Promise<GreyPage[]> {
  return pdfTools.rasteriseGrey(createReadStream(body.path), pages, signal)
}
