import { shorten } from './shorten.ts'
import { drawing, escapeXml, SANS } from './svg.ts'

export interface Bar {
  /** A drawing. */
  svg: Buffer
  /** Pixels of the picture. */
  width: number
  height: number
}

// In CSS pixels.
const PADDING = 12
const GAP = 24
const FONT = 13
const LINE = 20
const BASELINE = 15
const MARGIN = 6
const RULE = 1
/** The share of a line that the second text gets. */
const SECOND = 200
/** Narrower pictures have one line for each text. */
const NARROW = 480

export const BAR_COLOUR = '#f1f3f4'
const TEXT_COLOUR = '#3c4043'
const RULE_COLOUR = '#dadce0'

/** Draws a bar as wide as the picture with one or two texts; `ratio` is pixels per CSS pixel. */
export async function drawBar(texts: string[], pixelsWide: number, ratio: number): Promise<Bar> {
  const width = pixelsWide / ratio
  const room = width - 2 * PADDING
  const isShared = texts.length === 2 && width >= NARROW
  const lines = await Promise.all(
    texts.map(async (text, index) => {
      if (!isShared) return textAt(PADDING, index, 'start', await shorten(text, room, FONT))
      if (index === 1) return textAt(width - PADDING, 0, 'end', await shorten(text, SECOND, FONT))
      return textAt(PADDING, 0, 'start', await shorten(text, room - GAP - SECOND, FONT))
    }),
  )
  const count = isShared ? 1 : texts.length
  const height = heightOf(count)
  const body = `
    <rect width="100%" height="100%" fill="${BAR_COLOUR}"/>
    <rect y="${height - RULE}" width="100%" height="${RULE}" fill="${RULE_COLOUR}"/>
    <g font-family="${SANS}" font-size="${FONT}" fill="${TEXT_COLOUR}">${lines.join('')}</g>`
  const size = { width: pixelsWide, height: barHeight(count, ratio) }
  return { svg: drawing(size, ratio, body), ...size }
}

/** Returns the height of a bar with this many lines of text, in pixels. */
export function barHeight(lines: number, ratio: number): number {
  return Math.max(1, Math.round(heightOf(lines) * ratio))
}

/** Returns the height in CSS pixels. */
function heightOf(lines: number): number {
  return lines * LINE + 2 * MARGIN + RULE
}

function textAt(x: number, line: number, anchor: 'start' | 'end', text: string): string {
  const y = MARGIN + line * LINE + BASELINE
  return `<text x="${x}" y="${y}" text-anchor="${anchor}">${escapeXml(text)}</text>`
}
