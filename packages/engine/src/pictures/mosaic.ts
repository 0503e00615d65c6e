import { openPicture, type Picture } from './picture.ts'

/** A picture that is put together from others. */
export interface Mosaic {
  /**
   * Lays a picture down with its top left corner at a pixel of the whole, over what is there. Resolves once the piece
   * before it is laid: the next one can be taken meanwhile, and no more than two are ever held.
   */
  add(piece: Picture, at: { x: number; y: number }): Promise<void>
  /** All of it; what no piece covers is black, or transparent. Rejects when a piece could not be laid. */
  picture(): Promise<Picture>
}

/** Begins a picture of bare pixels, with alpha once a piece has it. Pieces are copied without resampling and not kept. */
export function startMosaic({ width, height }: { width: number; height: number }): Mosaic {
  let whole: Bare | undefined
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
      // Told when the next is added, or the picture asked for.
      laid.catch(() => undefined)
    },
    async picture() {
      await laid
      if (!whole) throw new Error('A picture was put together from nothing.')
      return whole
    },
  }
}

type Bare = Picture & { channels: 3 | 4 }

/** The browser leaves alpha away where a piece is opaque. */
async function decode(picture: Picture, { withAlpha }: { withAlpha: boolean }): Promise<Bare> {
  const image = openPicture(picture)
  const pixels = (withAlpha ? image.ensureAlpha() : image).raw()
  const { data: body, info } = await pixels.toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return { body, width, height, channels: channels === 4 ? 4 : 3, icc: picture.icc }
}
