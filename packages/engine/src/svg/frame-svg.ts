import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { CSS_DPI, POINTS_PER_INCH } from '@render/options'
import type { Area } from '../geometry.ts'
import { repairSvg } from './repair-svg.ts'

/** Pixels of CSS in a point, the unit of the program that converts. */
const PIXELS_PER_POINT = CSS_DPI / POINTS_PER_INCH

const ROOT = /<svg\b[^>]*>/

interface Framing {
  area: Area
  /** A colour; unpainted parts are transparent without one. */
  background?: string
  /** How many times smaller the sheet is than the page. */
  userUnit?: number
}

/** The program writes the root element at once, and nothing after it but a line break. */
const HEAD_BYTES = 16_384
const TAIL_BYTES = 64
const END = '</svg>'

/** Cuts an area of the page, in CSS pixels, out of the SVG of a sheet with the whole page, from one file into another. */
export async function frameSvg(
  sheet: string,
  to: string,
  { area, background, userUnit = 1 }: Framing,
): Promise<void> {
  const { start, end } = await findContent(sheet)
  const { x, y, width, height } = area
  const size = `width="${width}" height="${height}"`
  const head = [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size} viewBox="0 0 ${width} ${height}">`,
    background ? `<rect ${size} fill="${background}"/>` : '',
    `<g transform="translate(${-x} ${-y}) scale(${PIXELS_PER_POINT * userUnit})">`,
  ].join('')
  await pipeline(async function* () {
    yield head
    if (end > start) yield* repairSvg(createReadStream(sheet, { start, end: end - 1 }))
    yield `</g>${END}\n`
  }, createWriteStream(to))
}

/** Returns where the content of the root element begins and ends, in bytes. */
async function findContent(sheet: string): Promise<{ start: number; end: number }> {
  await using file = await open(sheet)
  const { size } = await file.stat()
  const read = async (position: number, length: number): Promise<string> => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
    return buffer.toString('latin1', 0, bytesRead)
  }
  const root = ROOT.exec(await read(0, HEAD_BYTES))
  const tailAt = Math.max(0, size - TAIL_BYTES)
  const end = (await read(tailAt, TAIL_BYTES)).lastIndexOf(END)
  if (!root || end < 0) throw new Error('The program wrote no SVG.')
  return { start: root.index + root[0].length, end: tailAt + end }
}
