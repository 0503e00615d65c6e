import type { GivenOptions } from '../table/table.ts'
import { readLength } from '../values/length.ts'
import { readPageRanges } from '../values/page-ranges.ts'
import {
  CSS_DPI,
  MARGIN_PAIRS,
  noRoomBetween,
  sentPaper,
  DEFAULT_PAPER,
  type PaperOptions,
} from '../values/paper.ts'
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
  ...MARGIN_PAIRS.map(noRoom),
]

/** Refuses margins that leave no room between them, where the options decide the paper. */
function noRoom(pair: (typeof MARGIN_PAIRS)[number]): Conflict {
  const [one, other] = pair.sides
  return {
    name: `margins that leave no ${pair.along}`,
    options: [`pdf_margin_${one}`, `pdf_margin_${other}`, ...PAPER],
    find(values) {
      if (values.format !== 'pdf' || values.full_page) return undefined
      const { size = DEFAULT_PAPER, margins } = sentPaper(paperOptionsOf(values))
      return noRoomBetween(pair, size, margins)
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
