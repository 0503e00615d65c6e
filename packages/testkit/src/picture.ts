import sharp from 'sharp'

export interface Picture {
  format: string
  width: number
  height: number
  /** Colour at a point as `#rrggbb`, every channel rounded to the nearest of 00, 80 and ff. */
  at(x: number, y: number): string
}

/** Decodes an image and answers for its pixels. */
export async function readPicture(file: Uint8Array): Promise<Picture> {
  const { format } = await sharp(file).metadata()
  const { data, info } = await sharp(file)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return {
    format,
    width: info.width,
    height: info.height,
    at(x, y) {
      const start = (y * info.width + x) * info.channels
      return `#${[0, 1, 2].map((channel) => nearest(data[start + channel]!)).join('')}`
    },
  }
}

function nearest(value: number): string {
  if (value < 64) return '00'
  return value < 192 ? '80' : 'ff'
}
