import { decodePicture, openPicture, type BarePicture, type Picture } from './picture.ts'

/** A picture assembled from pieces. */
export interface Mosaic {
  /**
   * Copies a piece to a position in the whole. Resolves once the piece before it is copied, so that the next one can be
   * captured at the same time and at most two are in memory.
   */
  add(piece: Picture, at: { x: number; y: number }): Promise<void>
  /** Returns the whole; uncovered parts are black or transparent. Rejects when a piece could not be copied. */
  picture(): Promise<Picture>
}

/** Starts a picture of bare pixels, with alpha once a piece has it. Pieces are copied without resampling. */
export function startMosaic({ width, height }: { width: number; height: number }): Mosaic {
  let whole: BarePicture | undefined
  let laid: Promise<void> = Promise.resolve()

  async function lay(piece: Picture, { x, y }: { x: number; y: number }): Promise<void> {
    const tile = await decode(piece, { withAlpha: whole?.channels === 4 })
    if (x + tile.width > width || y + tile.height > height)
      throw new RangeError(
        `A piece of ${tile.width}x${tile.height} at ${x}, ${y} does not fit into ${width}x${height}.`,
      )
    const { channels, icc } = tile
    if (whole && channels > whole.channels) whole = await decode(whole, { withAlpha: true })
    whole ??= { body: Buffer.alloc(width * height * channels), width, height, channels, icc }
    const rowBytes = tile.width * channels
    for (let row = 0; row < tile.height; row += 1)
      tile.body.copy(whole.body, ((y + row) * width + x) * channels, row * rowBytes, (row + 1) * rowBytes)
  }

  return {
    async add(piece, at) {
      await laid
      laid = lay(piece, at)
      // Reported when the next piece is added or the picture is read.
      laid.catch(() => undefined)
    },
    async picture() {
      await laid
      if (!whole) throw new Error('A picture was put together from nothing.')
      return whole
    },
  }
}

/** Adds the alpha channel that the browser omits for opaque pieces. */
async function decode(picture: Picture, { withAlpha }: { withAlpha: boolean }): Promise<BarePicture> {
  const image = openPicture(picture)
  return decodePicture(withAlpha ? image.ensureAlpha() : image, picture.icc)
}
