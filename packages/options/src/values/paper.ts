import { toInches, type Length } from './length.ts'

/** Inches, as tabulated: upright, but for ledger. */
const SIZES = {
  a0: [33.11, 46.81],
  a1: [23.39, 33.11],
  a2: [16.54, 23.39],
  a3: [11.69, 16.54],
  a4: [8.27, 11.69],
  a5: [5.83, 8.27],
  a6: [4.13, 5.83],
  legal: [8.5, 14],
  letter: [8.5, 11],
  tabloid: [11, 17],
  ledger: [17, 11],
} as const

/** Inches. The smallest margin is what a printer needs that prints no borderless pages. */
const MARGINS = { none: 0, default: 0.4, minimum: 0.25 } as const

export type PaperName = keyof typeof SIZES
export const PAPER_NAMES = Object.keys(SIZES) as PaperName[]

export interface PaperSize {
  /** Inches. */
  width: number
  height: number
}

export type Side = 'top' | 'right' | 'bottom' | 'left'
export const SIDES: readonly Side[] = ['top', 'right', 'bottom', 'left']

/** The paper as far as the options decide it; the page's own style sheets decide the rest. */
export interface SentPaper {
  size?: PaperSize
  /** Inches. */
  margins: Partial<Record<Side, number>>
}

export interface PaperOptions {
  pdf_page_size?: PaperName
  pdf_page_width?: number
  pdf_page_height?: number
  pdf_orientation?: 'portrait' | 'landscape'
  pdf_margin?: keyof typeof MARGINS
  pdf_margin_top?: Length
  pdf_margin_right?: Length
  pdf_margin_bottom?: Length
  pdf_margin_left?: Length
  pdf_dpi?: number
}

/** Pixels per inch of CSS. */
export const CSS_DPI = 96

/** The paper of pages that nothing else decides. */
export const DEFAULT_PAPER: PaperSize = { width: SIZES.a4[0], height: SIZES.a4[1] }

/** Returns the size and margins that the options send. */
export function sentPaper(options: PaperOptions): SentPaper {
  return { size: sizeOf(options), margins: marginsOf(options) }
}

/** The pairs of margins and the side of the paper that they take room of. */
export const MARGIN_PAIRS = [
  { sides: ['left', 'right'], along: 'width' },
  { sides: ['top', 'bottom'], along: 'height' },
] as const

type MarginPair = (typeof MARGIN_PAIRS)[number]

/** Returns what is wrong with margins of a pair that leave no room between them. */
export function noRoomBetween(
  { sides: [one, other], along }: MarginPair,
  size: PaperSize,
  margins: SentPaper['margins'],
): string | undefined {
  const { [one]: first = 0, [other]: second = 0 } = margins
  return first + second >= size[along]
    ? `"pdf_margin_${one}" and "pdf_margin_${other}" leave no room on a page with a ${along} of ${size[along].toFixed(2)} inches.`
    : undefined
}

function sizeOf({
  pdf_page_size: name,
  pdf_page_width: width,
  pdf_page_height: height,
  pdf_orientation: orientation,
  pdf_dpi: dpi = CSS_DPI,
}: PaperOptions): PaperSize | undefined {
  if (name === undefined && (width !== undefined || height !== undefined))
    return {
      width: width === undefined ? DEFAULT_PAPER.width : width / dpi,
      height: height === undefined ? DEFAULT_PAPER.height : height / dpi,
    }
  if (name === undefined && orientation === undefined) return undefined
  return turnedPaper(SIZES[name ?? 'a4'], orientation)
}

/** Returns a paper with its longer side as an orientation has it; as it is without one. */
export function turnedPaper(
  [width, height]: readonly [number, number],
  orientation: 'portrait' | 'landscape' | undefined,
): PaperSize {
  if (orientation === undefined) return { width, height }
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  return orientation === 'landscape' ? { width: long, height: short } : { width: short, height: long }
}

function marginsOf({ pdf_margin, pdf_dpi = CSS_DPI, ...options }: PaperOptions): SentPaper['margins'] {
  const margins: SentPaper['margins'] = {}
  for (const side of SIDES) {
    const length = options[`pdf_margin_${side}`]
    if (length !== undefined) margins[side] = toInches(length, pdf_dpi)
    else if (pdf_margin !== undefined) margins[side] = MARGINS[pdf_margin]
  }
  return margins
}
