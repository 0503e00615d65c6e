import { CSS_DPI, sentPaper, type PaperOptions, type RenderOptions } from '@render/options'
import type { PageContext } from '../../page-context.ts'
import { readOwnPaper } from '../own-paper.ts'

/** The templates that a PDF can show on every page, each with its side. */
const SIDES = { header: 'top', footer: 'bottom' } as const

export type TemplateName = keyof typeof SIDES

/** Inches of the templates that a PDF shows; they fill the margin of their side. */
export type TemplateHeights = Partial<Record<TemplateName, number>>

const DEFAULT_INCHES = 0.4

type TemplateOptions = PaperOptions & Pick<RenderOptions, 'pdf_show_header' | 'pdf_show_footer' | 'full_page'>

/**
 * Decides the heights of header and footer: the margin of their side, when the caller or the page gives it one; the smallest
 * where pages have different ones. Otherwise the side gets a margin: the options are returned with it, and rules for pages that
 * have other margins than most.
 */
export async function decideTemplateHeights<Options extends TemplateOptions>(
  page: PageContext,
  options: Options,
): Promise<{ heights: TemplateHeights; options: Options; rules: string }> {
  const shown = (Object.keys(SIDES) as TemplateName[]).filter((name) => options[`pdf_show_${name}`])
  if (shown.length === 0) return { heights: {}, options, rules: '' }
  const sent = sentPaper(options).margins
  const own = options.full_page ? undefined : await readOwnPaper(page)
  const { margins = {}, special = [] } = own ?? {}
  const heights: TemplateHeights = {}
  const added: Partial<Pick<PaperOptions, 'pdf_margin_top' | 'pdf_margin_bottom'>> = {}
  let rules = ''
  for (const name of shown) {
    const side = SIDES[name]
    if (sent[side] === 0)
      page.warnings.push(
        `The ${name} is not shown: "pdf_margin_${side}" or "pdf_margin" leaves no room for it.`,
      )
    else if (sent[side]) heights[name] = sent[side]
    else {
      const all = [margins, ...special.map((each) => each.margins)]
      heights[name] = Math.min(...all.map((each) => inchesOf(each[side])))
      const isAdded = hasNone(margins[side])
      if (isAdded) added[`pdf_margin_${side}`] = { inches: DEFAULT_INCHES }
      for (const { selector, margins } of special) {
        const margin = margins[side]
        if (margin !== null && hasNone(margin) !== isAdded)
          rules += `@page ${selector} { margin-${side}: ${inchesOf(margin)}in !important } `
      }
    }
  }
  return { heights, options: { ...options, ...added }, rules }
}

/** A margin in pixels; null where its size is not known. */
type Margin = number | null | undefined

function hasNone(margin: Margin): boolean {
  return margin === 0 || margin === undefined
}

function inchesOf(margin: Margin): number {
  return margin ? margin / CSS_DPI : DEFAULT_INCHES
}
