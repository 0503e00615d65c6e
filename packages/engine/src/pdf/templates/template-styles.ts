import { CSS_DPI, POINTS_PER_INCH } from '@render/options'
import type { TemplateSheet } from '../../in-page/printing/place-templates.ts'
import type { PageSize } from '../printed-file.ts'

const PIXELS_PER_POINT = CSS_DPI / POINTS_PER_INCH
/** Left free at the end of a sheet, so that rounding makes no further page. */
const REST_PX = 0.5

/** The looks that templates rely on, by the names that browsers give their parts. */
export const TEMPLATE_STYLES = `
  html, body { margin: 0 !important; padding: 0 !important }
  body { display: block !important; font-size: 8pt }
  render-sheet + render-sheet { break-before: page !important }
  #header, #footer { display: flex; box-sizing: border-box; position: absolute; left: 0; right: 0 }
  #header { align-items: flex-start; top: 0; padding-top: 0.4cm }
  #footer { align-items: flex-end; bottom: 0; padding-bottom: 0.4cm }
  .left, .right { flex: none; padding: 0 0.1cm }
  .left { padding-left: 1cm }
  .right { padding-right: 1cm }
  .center { flex: auto; padding: 0 0.1cm; text-align: center }
  .text { font-size: 8pt }
  .grow { flex: auto }`

/** Returns a sheet for each page, and the rules that give it the size of that page. */
export function pageSetup(
  sizes: readonly PageSize[],
  userUnit: number,
  numbers?: readonly number[],
): { css: string; sheets: TemplateSheet[] } {
  const rules = new Map<string, string>()
  const sheets = sizes.map((size, index) => {
    const width = size.width * PIXELS_PER_POINT
    const height = size.height * PIXELS_PER_POINT
    const name = `size-${String(width)}-${String(height)}`.replaceAll('.', '_')
    rules.set(name, `@page ${name} { size: ${width}px ${height}px !important; margin: 0 !important }`)
    return {
      width: width * userUnit,
      height: height * userUnit - REST_PX,
      size: name,
      pageNumber: numbers?.[index] ?? index + 1,
    }
  })
  return { css: [...rules.values()].join(' '), sheets }
}
