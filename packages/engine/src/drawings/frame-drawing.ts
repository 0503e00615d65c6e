import { CSS_DPI, POINTS_PER_INCH } from '@render/options'
import type { Area } from '../geometry.ts'

/** Pixels of CSS in a point, the unit of the program that draws. */
const PIXELS_PER_POINT = CSS_DPI / POINTS_PER_INCH

const ROOT = /<svg\b[^>]*>/

interface Framing {
  area: Area
  /** A colour; unpainted parts are transparent without one. */
  background?: string
  /** How many times smaller the sheet is than the page. */
  userUnit?: number
}

/** Cuts an area of the page, in CSS pixels, out of the drawing of a sheet with the whole page. */
export function frameDrawing(sheet: string, { area, background, userUnit = 1 }: Framing): string {
  const root = ROOT.exec(sheet)
  if (!root) throw new Error('The program wrote no drawing.')
  const inner = sheet.slice(root.index + root[0].length, sheet.lastIndexOf('</svg>'))
  const { x, y, width, height } = area
  const size = `width="${width}" height="${height}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size} viewBox="0 0 ${width} ${height}">`,
    background ? `<rect ${size} fill="${background}"/>` : '',
    `<g transform="translate(${-x} ${-y}) scale(${PIXELS_PER_POINT * userUnit})">${inner}</g></svg>\n`,
  ].join('')
}
