import type { GivenOptions, OptionName } from '../table/table.ts'
import { readLength } from '../values/length.ts'
import { readPageRanges } from '../values/page-ranges.ts'
import { CSS_DPI, sentPaper, USUAL_PAPER, type PaperOptions, type Side } from '../values/paper.ts'
import type { Conflict } from './conflict.ts'

/** Inches: the largest page that every reader of PDFs opens. */
const MAX_SIDE = 200

const MARGIN_OPTIONS = ['pdf_margin_top', 'pdf_margin_right', 'pdf_margin_bottom', 'pdf_margin_left'] as const

const PAPER = [
  'pdf_page_width',
  'pdf_page_height',
  'pdf_page_size',
  'pdf_orientation',
  'pdf_margin',
  'pdf_dpi',
] as const

export const pdfConflicts: Conflict[] = [
  ...(['pdf_page_width', 'pdf_page_height'] as const).map((option): Conflict => ({
    name: `${option} beyond ${MAX_SIDE} inches`,
    options: [option, 'pdf_dpi'],
    find({ [option]: pixels = 0, pdf_dpi = CSS_DPI }) {
      const inches = pixels / pdf_dpi
      return inches > MAX_SIDE
        ? `"${option}" must be at most ${MAX_SIDE * pdf_dpi} px at a "pdf_dpi" of ${pdf_dpi}: ${MAX_SIDE} inches.`
        : undefined
    },
  })),
  {
    name: 'pdf_page_range that ends before it begins',
    options: ['pdf_page_range'],
    find({ pdf_page_range }) {
      if (pdf_page_range === undefined) return undefined
      const wrong = readPageRanges(pdf_page_range).find(
        ({ first, last }) => last !== undefined && last < first,
      )
      return wrong && `"pdf_page_range" ${wrong.first}-${wrong.last} ends before it begins.`
    },
  },
  noRoom('left', 'right', 'width'),
  noRoom('top', 'bottom', 'height'),
]

/** Refuses margins that leave no room between them, where the options decide the paper. */
function noRoom(one: Side, other: Side, along: 'width' | 'height'): Conflict {
  const options: [OptionName, ...OptionName[]] = [`pdf_margin_${one}`, `pdf_margin_${other}`, ...PAPER]
  return {
    name: `margins that leave no ${along}`,
    options,
    find(values) {
      if (values.format !== 'pdf' || values.full_page) return undefined
      const { size = USUAL_PAPER, margins } = sentPaper(paperOptionsOf(values))
      const { [one]: first = 0, [other]: second = 0 } = margins
      return first + second >= size[along]
        ? `"pdf_margin_${one}" and "pdf_margin_${other}" leave no room on a page with a ${along} of ${size[along].toFixed(2)} inches.`
        : undefined
    },
  }
}

function paperOptionsOf(values: GivenOptions): PaperOptions {
  const margins = MARGIN_OPTIONS.flatMap((option) => {
    const value = values[option]
    return value === undefined ? [] : [[option, readLength(value)] as const]
  })
  return { ...values, ...Object.fromEntries(margins) } as PaperOptions
}
