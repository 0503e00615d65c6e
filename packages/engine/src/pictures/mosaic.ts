import { openPicture, type Picture } from './picture.ts'

/** A picture that is put together from others. */
export interface Mosaic {
  /** Lays a picture down with its top left corner at a pixel of the whole, over what is there. */
  add(piece: Picture, at: { x: number; y: number }): Promise<void>
  /** All of it; what no piece covers is black, or transparent. */
  picture(): Picture
}

/** Begins a picture of bare pixels. Pieces are copied without resampling and not kept: all must have alpha, or none. */
export function startMosaic({ width, height }: { width: number; height: number }): Mosaic {
  let whole: (Picture & { channels: 3 | 4 }) | undefined
  return {
    async add(piece, { x, y }) {
      const decoded = await openPicture(piece).raw().toBuffer({ resolveWithObject: true })
      const { width: wide, height: tall } = decoded.info
      const channels = decoded.info.channels === 4 ? 4 : 3
      whole ??= { body: Buffer.alloc(width * height * channels), width, height, channels, icc: piece.icc }
      if (x + wide > width || y + tall > height || decoded.info.channels !== whole.channels)
        throw new RangeError(`A piece of ${wide}x${tall} at ${x}, ${y} does not fit into ${width}x${height}.`)
      for (let row = 0; row < tall; row += 1) {
        const from = row * wide * channels
        decoded.data.copy(whole.body, ((y + row) * width + x) * channels, from, from + wide * channels)
      }
    },
    picture() {
      if (!whole) throw new Error('A picture was put together from nothing.')
      return whole
    },
  }
}
