import { CSS_DPI, POINTS_PER_INCH, sentPaper, type RenderOptions, type SentPaper } from '@render/options'
import type { Area, Size } from '../geometry.ts'
import { pinRoot } from '../in-page/printing/pin-root.ts'
import { removeBreaks } from '../in-page/printing/remove-breaks.ts'
import { documentArea } from '../pictures/document-area.ts'
import type { PageContext } from '../page-context.ts'
import { callAcrossNavigation } from '../protocol/call-across-navigation.ts'
import { marginRules, NO_MARGIN_BOXES, pageRule, type LayoutOptions, type PrintLayout } from './layout.ts'

/** Removes the breaks that inline styles cannot: those of generated boxes. */
const UNBROKEN =
  '::before, ::after { page: auto !important; break-before: auto !important; break-after: auto !important }'

/** The longest side of a page in its own units, in pixels. */
const MAX_SIDE = 200 * CSS_DPI
/** Browsers scale what they print to a tenth at least. */
const MAX_UNIT = 10

/** A sheet that is as high as it needs to be. */
export interface Sheet {
  /** Pixels of the page on it. */
  height: number
  /** Pixels of both margins above and below, and of the one above. */
  space: number
  top: number
  /** True when the page is longer. */
  isCut: boolean
  layout: PrintLayout
}

/**
 * Lays the whole page out on one sheet, as wide as the viewport or, with `full_width`, as the page. With an area the sheet ends
 * where that ends. Returns the sheet of that height, and a function for sheets of other heights.
 */
export async function layOutOneSheet(
  page: PageContext,
  options: LayoutOptions & Pick<RenderOptions, 'full_width' | 'max_height' | 'max_width'>,
  area?: Area,
): Promise<{ sheet: Sheet; withHeight: (wanted: number) => Sheet }> {
  const { full_width, max_height = Infinity, max_width = Infinity } = options
  const { all } = await documentArea(page)
  const { top = 0, right = 0, bottom = 0, left = 0 } = sentPaper(options).margins
  const whole = full_width ? Math.min(all.width, max_width) : page.viewport.width
  // A page that begins at its right edge extends to the left.
  const x = area ? 0 : Math.min(0, all.x + all.width - whole)
  const shown = area ? area.x + area.width : whole
  const end = area ? area.y + area.height : all.height
  const on = all.width > shown ? await keepWidth(page, all, { x, width: shown }) : all
  await callAcrossNavigation(page, removeBreaks)
  const width = on.width + (left + right) * CSS_DPI
  const space = (top + bottom) * CSS_DPI
  const longest = MAX_SIDE * MAX_UNIT - space
  if (Math.min(end, max_height) > longest)
    page.warnings.push(`The page was cut to ${longest} px, the largest height of a PDF.`)
  const withHeight = (wanted: number): Sheet => {
    const height = Math.min(wanted, max_height, longest)
    const layout = layOutWhole({ width, height: height + space }, { top, right, bottom, left })
    const points = (inches: number): number => (inches * POINTS_PER_INCH) / (layout.userUnit ?? 1)
    const kept = {
      keptWidth: points(shown / CSS_DPI + left + right),
      keptLeft: points((x - on.x) / CSS_DPI),
    }
    return {
      height,
      space,
      top: top * CSS_DPI,
      isCut: height < wanted,
      layout: { ...layout, ...(on.width > shown && kept) },
    }
  }
  return { sheet: withHeight(end), withHeight }
}

type Columns = Pick<Area, 'x' | 'width'>

/**
 * Keeps the page at the width of the viewport and returns what its sheet holds: as much where nothing beyond it is shown,
 * so that media queries and `vw` see that too. The browser would shrink a page with something wider than its sheet.
 */
export async function keepWidth(page: PageContext, all: Columns, shown: Columns): Promise<Columns> {
  const { width } = page.viewport
  if (all.width <= width) return all
  const mayClip = shown.x >= 0 && shown.x + shown.width <= width
  const isPinned = await callAcrossNavigation(page, pinRoot, { mayClip })
  return isPinned ? { x: 0, width } : all
}

/**
 * Lays the whole page out on a sheet, whose size in pixels includes margins in inches. Further rules win over those of the page.
 * A sheet beyond the longest side is smaller.
 */
export function layOutWhole(
  { width, height }: Size,
  margins: Required<SentPaper['margins']>,
  rules = '',
): PrintLayout {
  const unit = Math.ceil(Math.max(width, height) / MAX_SIDE)
  const size = `size: ${width / unit}px ${height / unit}px`
  const css = pageRule([size, ...marginRules(margins, unit)], NO_MARGIN_BOXES)
  // The first layer wins, whatever the selectors of the page's own rules.
  const first = `@layer render-print { ${UNBROKEN} ${rules} }`
  return { css: `${css} ${first}`, scale: 1 / unit, ...(unit > 1 && { userUnit: unit }) }
}
