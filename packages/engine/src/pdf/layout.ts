import { sentPaper, SIDES, type RenderOptions, type SentPaper } from '@render/options'
import type { PageContext } from '../page-context.ts'
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

/** The boxes that rules can put into the margins of a sheet. */
export const MARGIN_BOXES =
  `top-left-corner top-left top-center top-right top-right-corner right-top right-middle right-bottom bottom-right-corner
  bottom-right bottom-center bottom-left bottom-left-corner left-bottom left-middle left-top`.split(/\s+/)

/** The browser draws them over a page without margins. */
export const NO_MARGIN_BOXES = MARGIN_BOXES.map((name) => `@${name} { content: none !important }`).join(' ')

function sizeRule(size: SentPaper['size']): string[] {
  return size ? [`size: ${size.width}in ${size.height}in`] : []
}

export function marginRules(margins: SentPaper['margins'], unit = 1): string[] {
  return SIDES.flatMap((side) => {
    const inches = margins[side]
    return inches === undefined ? [] : [`margin-${side}: ${inches / unit}in`]
  })
}

export function pageRule(declarations: readonly string[], boxes = ''): string {
  return declarations.length > 0
    ? `@page { ${declarations.map((each) => `${each} !important;`).join(' ')} ${boxes} }`
    : ''
}
