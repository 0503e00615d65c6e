import { openPicture, type Picture } from './picture.ts'

/** What is drawn over a section for who looks for faults. */
export interface Marks {
  /** Lines at the edges that it shares with sections before it. */
  seams: { top: boolean; left: boolean }
  /** Its number, on a tint of its own; nothing when undefined. */
  number?: number
}

const SEAM = '#f0f'
const SEAM_PIXELS = 2
/** Neighbours in the colour circle are far apart in the picture. */
const HUE_STEP = 137

/** Draws over a section; its pixels are bare then. */
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
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${tint}${top}${left}</svg>`
  const image = openPicture(section).composite([{ input: Buffer.from(svg) }])
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  return { body: data, width, height, channels: info.channels === 4 ? 4 : 3, icc }
}
