import { decodePicture, openPicture, type Picture } from './picture.ts'
import { drawing } from './svg.ts'

/** Debugging marks on a section. */
export interface Marks {
  /** Lines at the edges shared with earlier sections. */
  seams: { top: boolean; left: boolean }
  /** Number drawn on a tint; not drawn when undefined. */
  number?: number
}

const SEAM = '#f0f'
const SEAM_PIXELS = 2
/** Degrees between the tints of successive sections, so that neighbours differ clearly. */
const HUE_STEP = 137

/** Draws marks over a section and returns it as bare pixels. */
export async function markSection(section: Picture, { seams, number }: Marks): Promise<Picture> {
  const { width, height, icc } = section
  const tint =
    number === undefined
      ? ''
      : `<rect width="${width}" height="${height}" fill="hsl(${number * HUE_STEP}, 100%, 50%)" fill-opacity="0.25"/>
         <rect width="160" height="100" fill="#000"/>
         <text x="80" y="75" font-size="70" font-family="sans-serif" text-anchor="middle" fill="#fff">${number}</text>`
  const top = seams.top ? `<rect width="${width}" height="${SEAM_PIXELS}" fill="${SEAM}"/>` : ''
  const left = seams.left ? `<rect width="${SEAM_PIXELS}" height="${height}" fill="${SEAM}"/>` : ''
  const marks = drawing(section, 1, tint + top + left)
  return decodePicture(openPicture(section).composite([{ input: marks }]), icc)
}
