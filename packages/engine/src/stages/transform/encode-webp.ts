import sharp from 'sharp'
import { stage } from '../../stage.ts'

/** Half the time of the default for nearly its size. */
const EFFORT = 2

/** Encodes a webp picture from the browser's png: the browser's own encoder is slower. */
export const encodeWebp = stage({
  name: 'encode-webp',
  phase: 'transform',
  borrows: ['format', 'quality'],
  async run(work, { format, quality }) {
    if (format !== 'webp') return
    const { body, width, height } = work.picture
    const encode = () => sharp(body).webp({ quality, effort: EFFORT }).toBuffer()
    work.picture = { width, height, body: await work.captures.run(width * height, encode, work.signal) }
  },
})
