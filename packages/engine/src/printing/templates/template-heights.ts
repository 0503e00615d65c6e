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
 * Decides the heights of header and footer: the margin of their side, when the caller or the page gives it one. Otherwise the
 * side gets a margin; the options are returned with it.
 */
export async function decideTemplateHeights<Options extends TemplateOptions>(
  page: PageContext,
  options: Options,
): Promise<{ heights: TemplateHeights; options: Options }> {
  const shown = (Object.keys(SIDES) as TemplateName[]).filter((name) => options[`pdf_show_${name}`])
  if (shown.length === 0) return { heights: {}, options }
  const sent = sentPaper(options).margins
  const own = options.full_page ? {} : await marginsOfPage(page)
  const heights: TemplateHeights = {}
  const added: Partial<Pick<PaperOptions, 'pdf_margin_top' | 'pdf_margin_bottom'>> = {}
  for (const name of shown) {
    const side = SIDES[name]
    const inches = sent[side] ?? own[side]
    if (sent[side] === 0)
      page.warnings.push(
        `The ${name} is not shown: "pdf_margin_${side}" or "pdf_margin" leaves no room for it.`,
      )
    else heights[name] = inches || DEFAULT_INCHES
    if (!inches && sent[side] === undefined && own[side] !== null)
      added[`pdf_margin_${side}`] = { inches: DEFAULT_INCHES }
  }
  return { heights, options: { ...options, ...added } }
}

/** Inches; null for a margin whose size is not known. */
async function marginsOfPage(page: PageContext): Promise<Partial<Record<'top' | 'bottom', number | null>>> {
  const rules = await readOwnPaper(page)
  if (!rules) return {}
  const inches = (pixels: number | null | undefined) => pixels && pixels / CSS_DPI
  return { top: inches(rules.margins.top), bottom: inches(rules.margins.bottom) }
}
