import type { Rasteriser } from '../src/programs/rasteriser.ts'

const missing = () => Promise.reject(new Error('no program'))

/** Stands for a machine without any of the programs that open PDFs. */
export const noRasteriser: Rasteriser = {
  drawPdf: missing,
  drawSvg: missing,
  drawGrey: missing,
  keepPages: missing,
  countPages: missing,
  readText: missing,
}
