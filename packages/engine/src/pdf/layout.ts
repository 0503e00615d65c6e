import { CSS_DPI, POINTS_PER_INCH, sentPaper, SIDES, type SentPaper } from '@render/options'
import type { RenderOptions } from '@render/options'
import type { Area } from '../geometry.ts'
import { pinRoot } from '../in-page/printing/pin-root.ts'
import { removeBreaks } from '../in-page/printing/remove-breaks.ts'
import { documentArea } from '../pictures/document-area.ts'
import type { PageContext } from '../page-context.ts'
import { callAcrossNavigation } from '../protocol/call-across-navigation.ts'
import { fittingScale } from './fitting-scale.ts'

/** How the browser lays the page out on paper. */
export interface PrintLayout {
  /** Rules that win over those of the page. */
  css: string
  scale: number
  /** How many times smaller the sheet is than it should be, because the format has a longest side; whole. */
  userUnit?: number
  /** Points of the sheet to keep when it is wider than it should be, and points to their left that are left out. */
  keptWidth?: number
  keptLeft?: number
}

export const layoutOptions = [
  'pdf_page_size',
  'pdf_page_width',
  'pdf_page_height',
  'pdf_orientation',
  'pdf_margin',
  'pdf_margin_top',
  'pdf_margin_right',
  'pdf_margin_bottom',
  'pdf_margin_left',
  'pdf_scale',
  'pdf_fit_to_page',
  'pdf_dpi',
] as const

export type LayoutOptions = Pick<RenderOptions, (typeof layoutOptions)[number]>

/**
 * Lays the page out on sheets: further rules win over the options, these over the page's own rules, and those over the usual
 * paper.
 */
export async function layOutSheets(
  page: PageContext,
  options: LayoutOptions,
  rules: string,
): Promise<PrintLayout> {
  const paper = sentPaper(options)
  const { pdf_scale, pdf_fit_to_page } = options
  const scale = pdf_fit_to_page ? Math.min(pdf_scale, await fittingScale(page, paper)) : pdf_scale
  return { css: pageRule([...sizeRule(paper.size), ...marginRules(paper.margins)]) + rules, scale }
}

/** Removes the breaks that inline styles cannot: those of generated boxes. */
const UNBROKEN =
  '::before, ::after { page: auto !important; break-before: auto !important; break-after: auto !important }'

/** Keeps the colours that browsers leave out on paper. */
const AS_ON_SCREEN = '*, ::before, ::after { print-color-adjust: exact !important }'

/** The boxes that rules can put into the margins of a sheet. */
export const MARGIN_BOXES =
  `top-left-corner top-left top-center top-right top-right-corner right-top right-middle right-bottom bottom-right-corner
  bottom-right bottom-center bottom-left bottom-left-corner left-bottom left-middle left-top`.split(/\s+/)

/** The browser draws them over a page without margins. */
const NO_MARGIN_BOXES = MARGIN_BOXES.map((name) => `@${name} { content: none !important }`).join(' ')

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
  await unbreak(page)
  const width = on.width + (left + right) * CSS_DPI
  const space = (top + bottom) * CSS_DPI
  const longest = MAX_SIDE * MAX_UNIT - space
  if (Math.min(end, max_height) > longest)
    page.warnings.push(`The page was cut to ${longest} px, the largest height of a PDF.`)
  const withHeight = (wanted: number): Sheet => {
    const height = Math.min(wanted, max_height, longest)
    const unit = Math.ceil(Math.max(width, height + space) / MAX_SIDE)
    const margins = marginRules({ top, right, bottom, left }, unit)
    const css = pageRule(
      [`size: ${width / unit}px ${(height + space) / unit}px`, ...margins],
      NO_MARGIN_BOXES,
    )
    const points = (inches: number): number => (inches * POINTS_PER_INCH) / unit
    const kept = {
      keptWidth: points(shown / CSS_DPI + left + right),
      keptLeft: points((x - on.x) / CSS_DPI),
    }
    const layout = {
      css: `${css} ${firstOfAll(UNBROKEN)}`,
      scale: 1 / unit,
      ...(unit > 1 && { userUnit: unit }),
      ...(on.width > shown && kept),
    }
    return { height, space, top: top * CSS_DPI, isCut: height < wanted, layout }
  }
  return { sheet: withHeight(end), withHeight }
}

/**
 * Lays the whole page out as on a screen, on one sheet of its size, of which an area is shown. Returns where the sheet begins,
 * and a function for sheets of any height.
 */
export async function layOutSvg(
  page: PageContext,
  all: Area,
  shown: Area,
): Promise<{ x: number; withHeight: (height: number) => PrintLayout }> {
  const { x, width } = await keepWidth(page, all, shown)
  await unbreak(page)
  const withHeight = (height: number): PrintLayout => {
    const unit = Math.ceil(Math.max(width, height) / MAX_SIDE)
    const css = pageRule([`size: ${width / unit}px ${height / unit}px`, 'margin: 0'], NO_MARGIN_BOXES)
    const rules = firstOfAll(`${UNBROKEN} ${AS_ON_SCREEN}`)
    return { css: `${css} ${rules}`, scale: 1 / unit, ...(unit > 1 && { userUnit: unit }) }
  }
  return { x, withHeight }
}

type Columns = Pick<Area, 'x' | 'width'>

/**
 * Keeps the page at the width of the viewport and returns what its sheet holds: as much where nothing beyond it is shown,
 * so that media queries and `vw` see that too. The browser would shrink a page with something wider than its sheet.
 */
async function keepWidth(page: PageContext, all: Columns, shown: Columns): Promise<Columns> {
  const { width } = page.viewport
  if (all.width <= width) return all
  const mayClip = shown.x >= 0 && shown.x + shown.width <= width
  const isPinned = await callAcrossNavigation(page, pinRoot, { mayClip })
  return isPinned ? { x: 0, width } : all
}

async function unbreak(page: PageContext): Promise<void> {
  await callAcrossNavigation(page, removeBreaks)
}

/** Puts important rules before those of the page, whatever their selectors: the first layer wins. */
function firstOfAll(rules: string): string {
  return `@layer render-print { ${rules} }`
}

function sizeRule(size: SentPaper['size']): string[] {
  return size ? [`size: ${size.width}in ${size.height}in`] : []
}

function marginRules(margins: SentPaper['margins'], unit = 1): string[] {
  return SIDES.flatMap((side) => {
    const inches = margins[side]
    return inches === undefined ? [] : [`margin-${side}: ${inches / unit}in`]
  })
}

function pageRule(declarations: readonly string[], boxes = ''): string {
  return declarations.length > 0
    ? `@page { ${declarations.map((each) => `${each} !important;`).join(' ')} ${boxes} }`
    : ''
}
