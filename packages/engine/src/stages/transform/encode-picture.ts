import type { RenderOptions } from '@render/options'
import type { Sharp } from 'sharp'
import { openPicture } from '../../pictures/picture.ts'
import { stage } from '../../stage.ts'

/** Nearly the size of the default in half the time. */
const WEBP_EFFORT = 2
/** The fastest: pictures of pages gain little from more. */
const PNG_LEVEL = 1

const encoders: Record<RenderOptions['format'], (image: Sharp, quality: number) => Sharp> = {
  png: (image) => image.png({ compressionLevel: PNG_LEVEL }),
  jpg: (image, quality) => image.jpeg({ quality }),
  webp: (image, quality) => image.webp({ quality, effort: WEBP_EFFORT }),
}

/** Makes the file, unless the browser's own is what is asked for. */
export const encodePicture = stage({
  name: 'encode-picture',
  phase: 'transform',
  owns: ['quality'],
  borrows: ['format'],
  async run(work, { format, quality }) {
    const { picture, captures, signal } = work
    if (format !== 'webp' && picture.channels === undefined) return
    const encode = () => encoders[format](openPicture(picture), quality).toBuffer()
    const { width, height, icc } = picture
    work.picture = { width, height, icc, body: await captures.run(width * height, encode, signal) }
  },
})
